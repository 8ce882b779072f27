import type { Problem } from '../../shared/problem.ts';

/** Where a setting was written. `file` is a path, or the name of an environment variable. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

/** One thing wrong with the configuration. `path` is dotted, with quotes around names that are not plain, and empty for the file as a whole. */
export interface ConfigFault extends Place {
  readonly path: string;
  readonly message: string;
}

/** The same before it is known where that was written. */
export interface CrossFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** How many faults one message lists. */
const SHOWN = 10;

export function faultsProblem(faults: readonly ConfigFault[]): Problem {
  const lines = faults.slice(0, SHOWN).map((fault) => `  ${faultLine(fault)}`);
  const more = faults.length > SHOWN ? [`  and ${faults.length - SHOWN} more`] : [];
  const count = faults.length === 1 ? 'an error' : `${faults.length} errors`;
  return {
    code: 'config_invalid',
    message: [`The configuration has ${count}:`, ...lines, ...more].join('\n'),
    hint: faults.length === 1 ? 'Correct the line named above and try again.' : 'Correct the lines named above and try again.',
    safe: 'No file was changed.',
  };
}

function faultLine({ file, line, path, message }: ConfigFault): string {
  return [line === undefined ? file : `${file}:${line}`, path, message].filter((part) => part !== '').join(': ');
}
