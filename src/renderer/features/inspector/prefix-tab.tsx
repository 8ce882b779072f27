import { ChevronRight, Unlink } from 'lucide-react';
import type { PrefixReport, PrefixRow, PrefixTotals } from '../../../shared/prefix.ts';
import { causeText, placeText, requestMarks } from '../../../shared/prefix-text.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { usePrefixWatch } from '../../hooks/use-prefix-watch.ts';
import { Button } from '../../ui/button.tsx';
import { count, money, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/problem-note.tsx';
import sheet from './inspector.module.css';
import styles from './prefix.module.css';
import { PrefixRequest } from './prefix-request.tsx';

/** What was sent to models, request by request, the newest first; where a provider's cache was lost, and what that cost. */
export function PrefixTab() {
  usePrefixWatch();
  const { loadPrefix } = useCommands();
  const session = useApp((state) => state.current);
  const report = useApp(({ prefix, current }) => (prefix.session === current ? prefix.report : undefined));
  if (session === null || report === undefined) return <Empty text={UNSENT} />;
  switch (report.state) {
    case 'idle':
      return <Empty text={UNSENT} />;
    case 'loading':
      return <Empty text="Reading what was sent." />;
    case 'failed':
      return (
        <div className={sheet.sheet}>
          <Note
            level="error"
            message={report.problem.message}
            hint={report.problem.hint}
            actions={
              <Button size="small" onClick={() => void loadPrefix(session)}>
                Try again
              </Button>
            }
          />
        </div>
      );
    case 'ready':
      return report.value.rows.length === 0 && report.value.unreadable === 0 ? (
        <Empty text={NOTHING} />
      ) : (
        <Requests report={report.value} />
      );
  }
}

const UNSENT = 'The first prompt sends the first request.';
const NOTHING =
  'No request of this session is recorded. Requests are recorded as they are sent; those of a script, and of programs that make their own, are not.';

function Empty({ text }: { readonly text: string }) {
  return <p className={sheet.empty}>{text}</p>;
}

function Requests({ report }: { readonly report: PrefixReport }) {
  const { earlierRequests } = useCommands();
  const fetching = useApp((state) => state.prefix.fetching);
  const { rows, earlier, totals, unreadable } = report;
  return (
    <div className={sheet.sheet}>
      <Totals totals={totals} />
      {unreadable > 0 ? <p className={sheet.aside}>{`${plural(unreadable, 'line')} of the record could not be read.`}</p> : null}
      <ul className={styles.rows} aria-label="Requests, the newest first">
        {rows.map((row, index) => <Row key={row.number} row={row} named={rows[index - 1]?.model !== row.model} />).toReversed()}
      </ul>
      {earlier === 0 ? null : (
        <Button size="small" tone="plain" disabled={fetching} onClick={() => void earlierRequests()}>
          {fetching ? 'Reading' : `Show earlier requests (${earlier.toLocaleString('en')})`}
        </Button>
      )}
    </div>
  );
}

function Totals({ totals: { requests, breaks, tokens, cost, unpriced, unreported } }: { readonly totals: PrefixTotals }) {
  const priced = tokens > 0 && unpriced === 0;
  const partly = unpriced > 0 && cost > 0 ? `${money(cost)}, and of ${plural(unpriced, 'request')} the price is not known` : undefined;
  return (
    <section>
      <h3>Lost in the cache</h3>
      <p className={sheet.big}>{tokens > 0 ? plural(tokens, 'token') : unreported > 0 ? 'nothing known' : 'nothing'}</p>
      <p className={sheet.aside}>
        {[
          plural(requests, 'request'),
          plural(breaks, 'break'),
          ...(tokens === 0 ? [] : [priced ? money(cost) : (partly ?? 'price not known')]),
        ].join(' · ')}
      </p>
      {unreported === 0 ? null : (
        <p className={sheet.aside}>{`Of ${plural(unreported, 'request')} the provider does not say what it read from its cache.`}</p>
      )}
    </section>
  );
}

/** `named` says its model: it is another one than before. */
function Row({ row, named }: { readonly row: PrefixRow; readonly named: boolean }) {
  const { compareRequests, closeRequest } = useCommands();
  const open = useApp((state) => state.prefix.open === row.number);
  const { number, before, time } = row;
  return (
    <li className={styles.row} data-break={row.place ? true : undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        onKeyDown={stepFocus}
        onClick={() => (open ? closeRequest() : void compareRequests(number, before ?? null))}
      >
        <span className={styles.arrow} data-open={open || undefined}>
          <Icon of={ChevronRight} size={0.875} />
        </span>
        <span className={styles.number}>{number}</span>
        <span className={styles.what}>
          <span className={styles.relation}>
            {row.place ? <Icon of={Unlink} size={0.875} /> : null}
            {relation(row)}
          </span>
          <span className={styles.meta}>
            {[clock(time), ...requestMarks(row), ...(row.place ? [causeText(row.cause)] : []), ...(named ? [row.model] : [])].join(' · ')}
          </span>
        </span>
        <Figures row={row} />
      </button>
      {open ? <PrefixRequest row={row} /> : null}
    </li>
  );
}

function Figures({ row: { tokens, cacheRead = 0, loss } }: { readonly row: PrefixRow }) {
  if (tokens === undefined) return null;
  const share = loss.state === 'unreported' ? 'cache ?' : `${Math.round((100 * cacheRead) / Math.max(1, tokens))} % cached`;
  return (
    <span className={styles.figures}>
      <span>{count(tokens)}</span>
      <span className={styles.meta} data-lost={loss.state === 'known' || undefined}>
        {loss.state === 'known' ? `${count(loss.tokens)} lost` : share}
      </span>
    </span>
  );
}

function relation({ place, cause, before }: PrefixRow): string {
  if (place) return `Breaks at ${placeText(place)}`;
  return cause.kind === 'extends' ? `Goes on from ${before}` : causeText(cause);
}

function clock(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}

/** Up and down go from request to request, past what is open between them. */
function stepFocus(event: React.KeyboardEvent<HTMLButtonElement>): void {
  const item = event.currentTarget.closest('li');
  const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
  const button = next?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
}
