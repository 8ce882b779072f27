import type { PrefixBytes, PrefixLoss, PrefixPair, PrefixReport, PrefixRow, PrefixTotals } from '../../shared/prefix.ts';
import { causeText, placeText, requestMarks } from '../../shared/prefix-text.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { formatCount, formatMoney, formatTable } from '../format.ts';
import { harmless } from '../style.ts';
import { type Action, told, withSession } from './action.ts';

/** What was sent to models in a session; with one number that request beside the one before it, with two those two. With `--json` one object. */
export const sessionPrefix: Action = (action) =>
  withSession(action, async ({ id }) => {
    const { project, words } = action;
    const report = await project.prefix.report(id, { limit: Number.POSITIVE_INFINITY });
    if (!report.ok) return report;
    const numbers = words.slice(1);
    if (numbers.length === 0) return ok(told(reportText(report.value), report.value));
    const pair = pairNumbers(numbers, report.value.rows);
    if (!pair.ok) return pair;
    const compared = await project.prefix.pair(id, ...pair.value);
    return compared.ok ? ok(told(pairText(compared.value), compared.value)) : compared;
  });

function pairNumbers(words: readonly string[], rows: readonly PrefixRow[]): Result<readonly [number, number], Problem> {
  const [a = 0, b] = words.map((word) => (/^\d+$/.test(word) ? Number(word) : 0));
  if (b !== undefined) return ok([a, b]);
  const row = rows.find(({ number }) => number === a);
  if (row?.before !== undefined) return ok([row.before, a]);
  const message = row ? `Request ${a} is the first one to its model: there is none before it.` : `There is no request ${words[0]}.`;
  return err({ code: 'bad_request', message, hint: 'List them with `steiner sessions prefix` and the id of the session.' });
}

const NOTHING = 'No request is recorded. Requests are recorded as they are sent; scripts and programs of others are not.';

function reportText({ rows, totals, unreadable }: PrefixReport): string {
  const lost = unreadable === 0 ? '' : `${formatCount(unreadable, 'line')} of the record could not be read.\n`;
  if (rows.length === 0) return `${NOTHING}\n${lost}`;
  return `${formatTable(rows.map(row))}\n${totalsText(totals)}\n${lost}`;
}

function row(one: PrefixRow): string[] {
  const { number, tokens, cacheRead, loss } = one;
  const counted = tokens === undefined ? ['', ''] : [formatCount(tokens, 'token'), `${formatCount(cacheRead ?? 0, 'cached', 'cached')}`];
  return [...identity(number, one), ...counted, relation(one), lossText(loss)];
}

function identity(number: number, one: PrefixRow): string[] {
  const time = new Date(one.time).toISOString().slice(0, 19).replace('T', ' ');
  return [String(number), time, [one.model, ...requestMarks(one)].join(', ')];
}

function relation({ before, place, cause }: PrefixRow): string {
  if (before === undefined) return lower(causeText(cause));
  if (place) return `breaks with ${before} at ${placeText(place)}: ${lower(causeText(cause))}`;
  return cause.kind === 'extends' ? `goes on from ${before}` : `goes on from ${before}: ${lower(causeText(cause))}`;
}

function lossText(loss: PrefixLoss): string {
  switch (loss.state) {
    case 'none':
      return '';
    case 'uncounted':
      return 'not counted';
    case 'unreported':
      return 'cache not reported';
    case 'known':
      return `lost ${formatCount(loss.tokens, 'token')}, ${loss.cost === undefined ? 'price unknown' : formatMoney(loss.cost)}`;
  }
}

function totalsText({ requests, breaks, tokens, cost, unpriced, unreported }: PrefixTotals): string {
  const priced = unpriced > 0 ? `${formatMoney(cost)} and ${unpriced} unpriced` : formatMoney(cost);
  const lost = tokens === 0 ? 'nothing lost' : `${formatCount(tokens, 'token')} lost, ${priced}`;
  const unknown =
    unreported === 0 ? '' : `; of ${formatCount(unreported, 'request')} the provider does not say what it read from its cache`;
  return `${formatCount(requests, 'request')}, ${formatCount(breaks, 'break')}, ${lost}${unknown}`;
}

function pairText(pair: PrefixPair): string {
  const { a, b, place, cause, loss, sizes, bytes, tools } = pair;
  const requests = formatTable([a, b].map((one) => row({ ...one, loss: { state: 'none' } }).slice(0, 5)));
  const facts = [
    place ? `First difference: ${placeText(place)}${bytes ? `, byte ${bytes.byte}` : ''}` : 'Nothing of the earlier one differs.',
    ...(sizes ? [`Sizes: ${formatCount(sizes.was, 'byte')}, ${formatCount(sizes.is, 'byte')}`] : []),
    ...(tools ? Object.entries(tools).flatMap(([what, names]) => (names.length > 0 ? [`Tools ${what}: ${names.join(', ')}`] : [])) : []),
    `Cause: ${lower(causeText(cause))}`,
    `Lost: ${loss.state === 'none' ? 'nothing' : lossText(loss).replace(/^lost /, '')}`,
  ];
  const shown = bytes ? `\n${bytesText(bytes, [a.number, b.number])}` : '';
  const unknown = place && !bytes ? '\nThe text of one of them was not kept, so the byte is not known.\n' : '';
  return `${requests}\n${facts.join('\n')}\n${shown}${unknown}`;
}

function bytesText({ lead, was, is, more }: PrefixBytes, [a, b]: readonly [number, number]): string {
  const dots = (on: boolean) => (on ? '…' : '');
  return formatTable([
    ['both', `${dots(more.lead)}${harmless(lead)}`],
    [`in ${a}`, `${harmless(was)}${dots(more.was)}`],
    [`in ${b}`, `${harmless(is)}${dots(more.is)}`],
  ]);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
