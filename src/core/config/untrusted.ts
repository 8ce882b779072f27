import { existsSync } from 'node:fs';
import type { SettingChange, UntrustedConfig } from '../../shared/project-trust.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingKey } from '../../shared/setting-key.ts';
import { errnoOf } from '../lib/errno.ts';
import { explainConfig } from './explain.ts';
import type { ConfigFault } from './fault.ts';
import { parseLayer, type Tree } from './layer.ts';
import { type Leaf, leaves } from './leaves.ts';
import { isSecurityRelevant } from './security.ts';
import { type LoadConfigOptions, projectFile, readProjectFile } from './sources.ts';

/** What a project's own file would change against what counts without it. The file is read, and nothing in it is followed or expanded. */
export async function describeUntrusted(project: string, user: Pick<LoadConfigOptions, 'paths' | 'environment'>): Promise<UntrustedConfig> {
  const file = projectFile(project);
  if (!existsSync(file)) return { file, changes: [] };
  const own = await readRaw(file);
  if (!own.ok) return { file, changes: [], error: own.error };
  const effective = await explainConfig(user);
  const before = new Map(effective.ok ? effective.value.settings.map(({ key, value }) => [key, written(value)]) : []);
  const changes = leaves(own.value, []).map((leaf) => change(leaf, before));
  return { file, changes: changes.filter((one) => one.before !== one.after) };
}

async function readRaw(file: string): Promise<Result<Tree, string>> {
  try {
    const layer = parseLayer({ file, text: await readProjectFile(file) });
    return layer.ok ? ok(layer.value.tree) : err(layer.error.map(faultText).join('\n'));
  } catch (failure) {
    const errno = errnoOf(failure);
    return err(
      errno === 'ELOOP' ? 'The file is a link, and links are not followed.' : `The file cannot be read (${errno ?? 'unknown error'}).`,
    );
  }
}

function faultText({ line, message }: ConfigFault): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

function change({ path, value }: Leaf, before: ReadonlyMap<string, string>): SettingChange {
  const key = settingKey(path);
  const old = before.get(key);
  return { key, after: written(value), security: isSecurityRelevant(path), ...(old === undefined ? {} : { before: old }) };
}

function written(value: unknown): string {
  return typeof value === 'string' && /^\S(.*\S)?$/.test(value) ? value : JSON.stringify(value);
}
