import type { Usage } from '../../../shared/usage.ts';
import { useApp, useView } from '../../hooks/app-context.ts';
import { useContextFill } from '../../hooks/use-context-fill.ts';
import styles from './inspector.module.css';

/** Tokens of the session as its provider reported them. */
export function ContextTab() {
  const usage = useView((view) => view.usage);
  const last = useView((view) => view.lastUsage);
  const demo = useApp((state) => state.project?.demo === true);
  return (
    <div className={styles.sheet}>
      <ContextFill />
      <UsageTable title="Last request" usage={last} />
      <UsageTable title="Session" usage={last === undefined ? undefined : usage} />
      {demo ? <p className={styles.aside}>The script reports made-up token counts. Nothing is sent anywhere.</p> : null}
    </div>
  );
}

function ContextFill() {
  const { used, window } = useContextFill();
  const share = used === undefined || window === undefined ? undefined : Math.min(1, used / window);
  return (
    <section>
      <h3>Context</h3>
      <p className={styles.big}>{share === undefined ? '–' : `${Math.round(share * 100)} %`}</p>
      <p className={styles.aside}>{fillWords(used, window)}</p>
    </section>
  );
}

function fillWords(used: number | undefined, window: number | undefined): string {
  if (used === undefined) return 'Known after the first request.';
  if (window === undefined) return `${exact(used)} tokens in use. The size of this model's context is not known.`;
  return `${exact(used)} of ${exact(window)} tokens in use.`;
}

function UsageTable({ title, usage }: { readonly title: string; readonly usage: Usage | undefined }) {
  if (usage === undefined) return null;
  const fresh = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite);
  const hit = usage.input === 0 ? '–' : `${((100 * usage.cacheRead) / usage.input).toFixed(1)} %`;
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.table}>
        <Fact name="Input" value={exact(usage.input)} />
        <Fact name="not cached" value={exact(fresh)} inner />
        <Fact name="read from cache" value={exact(usage.cacheRead)} inner />
        <Fact name="written to cache" value={exact(usage.cacheWrite)} inner />
        <Fact name="Output" value={exact(usage.output)} />
        <Fact name="Cache hit rate" value={hit} />
      </dl>
    </section>
  );
}

function Fact({ name, value, inner = false }: { readonly name: string; readonly value: string; readonly inner?: boolean }) {
  return (
    <div data-inner={inner || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function exact(value: number): string {
  return value.toLocaleString('en');
}
