import { markedParts, type SearchHit } from '../../shared/search.ts';
import { EXIT } from '../exit-code.ts';
import { formatTable } from '../format.ts';
import { failWith } from '../open-project.ts';
import { oneLine } from '../style.ts';
import type { Action } from './action.ts';

/** One line for each place; with `--json` one object. */
export const searchAll: Action = async ({ project, input, words }) => {
  const { all = false, json } = input.flags;
  const answer = await project.library.search(words.join(' '), { all });
  if (!answer.ok) return failWith(answer.error, input);
  const { hits, more } = answer.value;
  const text = json ? hits.map((hit) => `${JSON.stringify(hit)}\n`).join('') : formatTable(hits.map((hit) => row(hit, all)));
  input.screen.print({ to: 'out', text });
  if (hits.length === 0) input.screen.print({ to: 'err', text: 'Nothing was found.\n' });
  if (more) input.screen.print({ to: 'err', text: 'There are more places; search for more words.\n' });
  return EXIT.complete;
};

function row(hit: SearchHit, all: boolean): string[] {
  const { session, project, role, title } = hit;
  const marked = markedParts(hit)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join('');
  const text = role === 'title' ? marked : `${oneLine(title, 40)}: ${marked}`;
  return [session.slice(0, 8), ...(all ? [project] : []), role, text];
}
