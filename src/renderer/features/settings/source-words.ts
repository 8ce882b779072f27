import { isVariable, type Row } from './model.ts';

/** Where the value that counts was decided; `other` when it is not the one that the shown file says. */
export function sourceWords({ scope, written, effective }: Row): { readonly text: string; readonly other: boolean } {
  const source = effective?.source;
  if (source === undefined) return { text: written === undefined ? 'not set' : `line ${written.line}`, other: false };
  switch (source.type) {
    case 'default':
      return { text: written === undefined ? 'default' : idleWords(written.line), other: false };
    case 'user':
      if (scope === 'project' && written !== undefined) return { text: idleWords(written.line), other: false };
      return {
        text: written === undefined ? 'from your file' : `your file, line ${source.line}${nowWords(written, effective)}`,
        other: false,
      };
    case 'project':
      if (scope === 'user') return { text: `the project's file counts above yours: ${JSON.stringify(effective?.value)}`, other: true };
      return { text: `the project's file, line ${source.line}${nowWords(written, effective)}`, other: false };
    case 'environment':
      return { text: `${source.variable} counts above every file`, other: true };
    case 'option':
      return { text: `${source.option} counts above every file`, other: true };
  }
}

/** It stands in a file that counts for nothing, such as that of a project that is not trusted. */
function idleWords(line: number): string {
  return `line ${line}, does not count`;
}

/** What a variable comes to at the moment. */
function nowWords(written: Row['written'], effective: Row['effective']): string {
  return isVariable(written?.value) && effective?.value !== '(set)' ? `, now ${JSON.stringify(effective?.value)}` : '';
}
