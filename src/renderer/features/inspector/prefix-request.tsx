import { useId } from 'react';
import type { PrefixBytes, PrefixLoss, PrefixPair, PrefixRow } from '../../../shared/prefix.ts';
import { causeText, placeText } from '../../../shared/prefix-text.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { money, plural } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import { Fact } from './fact.tsx';
import sheet from './inspector.module.css';
import styles from './prefix.module.css';

/** One request beside another one: by default the one it should have gone on from. */
export function PrefixRequest({ row }: { readonly row: PrefixRow }) {
  const pair = useApp((state) => state.prefix.pair);
  return (
    <div className={styles.detail}>
      <Against row={row} />
      {pair.state === 'idle' ? <p className={sheet.aside}>{causeText(row.cause)}.</p> : null}
      {pair.state === 'loading' ? <p className={sheet.aside}>Comparing.</p> : null}
      {pair.state === 'failed' ? <Note level="error" message={pair.problem.message} hint={pair.problem.hint} /> : null}
      {pair.state === 'ready' ? <Pair pair={pair.value} /> : null}
    </div>
  );
}

function Against({ row: { number } }: { readonly row: PrefixRow }) {
  const { compareRequests } = useCommands();
  const id = useId();
  const against = useApp((state) => state.prefix.against);
  const report = useApp((state) => state.prefix.report);
  const rows = report.state === 'ready' ? report.value.rows : [];
  return (
    <div className={styles.against}>
      <label htmlFor={id}>Compared with</label>
      <select id={id} value={against ?? ''} onChange={(event) => void compareRequests(number, Number(event.target.value))}>
        {against === null ? <option value="">none</option> : null}
        {against !== null && !rows.some((row) => row.number === against) ? <option value={against}>{`Request ${against}`}</option> : null}
        {rows
          .filter((row) => row.number !== number)
          .toReversed()
          .map((row) => (
            <option key={row.number} value={row.number}>{`Request ${row.number}`}</option>
          ))}
      </select>
    </div>
  );
}

function Pair({ pair }: { readonly pair: PrefixPair }) {
  const { a, b, place, cause, loss, sizes, bytes, tools } = pair;
  return (
    <>
      <p className={styles.cause}>{`${causeText(cause)}.`}</p>
      {bytes ? <Bytes bytes={bytes} numbers={[a.number, b.number]} /> : null}
      {place && !bytes ? <p className={sheet.aside}>The text of one of them was not kept, so the first byte is not known.</p> : null}
      <dl className={sheet.table}>
        <Loss loss={loss} />
        <Fact name="First difference" value={place ? placeText(place) : 'none'} />
        {bytes ? <Fact name="Byte" value={bytes.byte.toLocaleString('en')} /> : null}
        {sizes ? <Fact name="Bytes of that part" value={`${sizes.was.toLocaleString('en')} → ${sizes.is.toLocaleString('en')}`} /> : null}
        {tools ? <Tools tools={tools} /> : null}
        {[a, b].map((row) => (
          <Fact key={row.number} name={`Prompt of ${row.number}`} value={promptText(row)} />
        ))}
      </dl>
    </>
  );
}

function promptText({ tokens, cacheRead = 0, loss }: PrefixRow): string {
  if (tokens === undefined) return 'not counted';
  const read = loss.state === 'unreported' ? 'cache not reported' : `${cacheRead.toLocaleString('en')} cached`;
  return `${plural(tokens, 'token')}, ${read}`;
}

function Loss({ loss }: { readonly loss: PrefixLoss }) {
  switch (loss.state) {
    case 'none':
      return <Fact name="Lost" value="nothing" />;
    case 'uncounted':
      return <Fact name="Lost" value="not known: no tokens were counted" />;
    case 'unreported':
      return <Fact name="Lost" value="not known: the provider does not say what it read from its cache" />;
    case 'known':
      return (
        <>
          <Fact name="Lost" value={plural(loss.tokens, 'token')} />
          {loss.unread === 0 || loss.unread === loss.tokens ? null : (
            <Fact name="before the difference" value={plural(loss.unread, 'token')} inner />
          )}
          <Fact name="Paid for that" value={loss.cost === undefined ? 'price not known' : `${money(loss.cost)} more`} />
        </>
      );
  }
}

function Tools({ tools }: { readonly tools: NonNullable<PrefixPair['tools']> }) {
  return Object.entries(tools).map(([what, names]) =>
    names.length === 0 ? null : <Fact key={what} name={`Tools ${what}`} value={names.join(', ')} />,
  );
}

/** What both have, then what each has. Lines begin with a sign, so that no colour is needed to tell them apart. */
function Bytes({
  bytes: { lead, was, is, more },
  numbers: [a, b],
}: {
  readonly bytes: PrefixBytes;
  readonly numbers: readonly [number, number];
}) {
  const dots = (on: boolean) => (on ? '…' : '');
  return (
    <div className={styles.bytes}>
      <p className={styles.lead}>
        <span className={styles.side}>both</span>
        <code>{`${dots(more.lead)}${lead}`}</code>
      </p>
      <p className={styles.was}>
        <span className={styles.side}>{`− ${a}`}</span>
        <code>{was === '' ? 'ends here' : `${was}${dots(more.was)}`}</code>
      </p>
      <p className={styles.is}>
        <span className={styles.side}>{`+ ${b}`}</span>
        <code>{is === '' ? 'ends here' : `${is}${dots(more.is)}`}</code>
      </p>
    </div>
  );
}
