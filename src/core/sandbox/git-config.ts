import { statSync } from 'node:fs';
import { errnoOf } from '../lib/errno.ts';
import { readPlain } from './read-plain.ts';

/** One setting. `name` is lower case and without the subsection, such as `core.hookspath`; `line` counts from 0. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const SECTION = /^\s*\[\s*([\w.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]\s*(\S.*)?$/;
const SETTING = /^\s*([a-z][a-z0-9-]*)\s*(?:(=)\s*(\S.*)?)?$/i;

/** The settings of one file in order; none when it cannot be read. */
export function readGitConfig(file: string): readonly GitSetting[] {
  try {
    // An error costs more than a look, and most of these files are seldom there.
    if (!statSync(file, { throwIfNoEntry: false })) return [];
    return parseGitConfig(readPlain(file).toString('utf8'));
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return [];
  }
}

/** https://git-scm.com/docs/git-config#_syntax, as far as names and plain values go. A line it does not understand is passed over. */
export function parseGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  let continued = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const wasContinued = continued;
    continued = !/^\s*[#;]/.test(raw) && /(^|[^\\])(\\\\)*\\\r?$/.test(raw);
    if (wasContinued) continue;
    const header = SECTION.exec(raw);
    if (header) section = (header[1] ?? '').toLowerCase();
    const found = SETTING.exec(header ? (header[2] ?? '') : raw);
    if (found)
      settings.push({
        name: `${section}.${(found[1] ?? '').toLowerCase()}`,
        value: plainValue(found[2] === undefined ? 'true' : (found[3] ?? '')),
        line: index,
      });
  }
  return settings;
}

/** Without quotes, escapes and what stands behind a comment sign. */
function plainValue(raw: string): string {
  let value = '';
  let quoted = false;
  for (let index = 0; index < raw.length; index += 1) {
    const char = raw[index] ?? '';
    if (char === '"') quoted = !quoted;
    else if (char === '\\') {
      index += 1;
      value += raw[index] ?? '';
    } else if (!quoted && (char === '#' || char === ';')) break;
    else value += char;
  }
  return value.trim();
}
