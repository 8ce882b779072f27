import type { YAMLError } from 'yaml';
import type { ConfigFault, Place } from './fault.ts';

/** What is wrong with a text that is no YAML. What goes wrong on one line goes on going wrong there, so each line is told once. */
export function syntaxFaults(text: string, errors: readonly YAMLError[], placeOf: (offset: number) => Place): readonly ConfigFault[] {
  const first = new Map<number | undefined, ConfigFault>();
  for (const { pos, message } of errors) {
    const place = placeOf(pos[0]);
    const variable = unquotedVariable(text, pos[0]);
    if (!first.has(place.line))
      first.set(place.line, { ...place, path: '', message: `not valid YAML: ${variable ?? syntaxMessage(message)}` });
    if (variable !== undefined) break;
  }
  return [...first.values()];
}

/** Within braces or brackets those of a variable would be others of the same kind, and nothing after them is what it seems. */
function unquotedVariable(text: string, at: number): string | undefined {
  const [whole] = text[at - 1] === '$' ? (/^\{\w+/.exec(text.slice(at, at + 100)) ?? []) : [];
  if (whole === undefined) return undefined;
  const name = `$${whole}}`;
  return `here ${name} must be in quotes, as "${name}", because of the braces or brackets around it.`;
}

/** What the library says of it names one of its own functions. */
const MANY_DOCUMENTS = /multiple documents/;

/** YAML's message without the position and the quoted source, which may hold a secret. */
function syntaxMessage(message: string): string {
  const [first = ''] = message.split('\n');
  const said = first.replace(/ at line \d+, column \d+:?$/, '');
  return MANY_DOCUMENTS.test(said) ? 'a second document begins here; only one is read, so take the line of --- out' : said;
}
