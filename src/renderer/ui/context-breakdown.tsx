import type { ContextReport, ContextSource, ContextSourceKind } from '../../shared/context.ts';
import { Badge } from './badge.tsx';
import styles from './context-breakdown.module.css';
import { baseName, count, size } from './format.ts';

/** What the next request holds, source by source, and how much of the model's window that is. */
export function ContextBreakdown({ report }: { readonly report: ContextReport }) {
  const { sources, tokens, window } = report;
  return (
    <div className={styles.breakdown}>
      <div className={styles.bar} aria-hidden="true">
        {sources.map((source, index) => (
          <span
            key={keyOf(source, index)}
            data-kind={source.kind}
            style={{ width: `${(100 * source.tokens) / Math.max(tokens, window ?? 0, 1)}%` }}
          />
        ))}
      </div>
      <table className={styles.table}>
        <thead className="sr-only">
          <tr>
            <th>Source</th>
            <th>Size</th>
            <th>Tokens</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source, index) => (
            <SourceRow key={keyOf(source, index)} source={source} />
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{limitWords(report)}</p>
    </div>
  );
}

function SourceRow({ source }: { readonly source: ContextSource }) {
  const { kind, path, count: many, tokens, bytes, truncated, stale, inactive } = source;
  return (
    <tr>
      <th scope="row" title={path}>
        <span className={styles.key} data-kind={kind} aria-hidden="true" />
        {nameOf(source)}
        {stale ? <Badge tone="waiting">{many === 0 ? 'new, not sent' : 'changed since'}</Badge> : null}
        {inactive ? <Badge>inactive</Badge> : null}
        {truncated ? <Badge tone="waiting">cut</Badge> : null}
      </th>
      <td>{size(bytes)}</td>
      <td>{count(tokens)}</td>
    </tr>
  );
}

/** A skill can be there several times, in the order it was told. */
function keyOf({ kind, path }: ContextSource, index: number): string {
  return `${kind}:${path ?? ''}:${kind === 'skill' ? index : ''}`;
}

const NAMES: Readonly<Record<ContextSourceKind, string>> = {
  system: 'System prompt',
  delegation: 'Delegation',
  tools: 'Tools',
  user_instructions: 'Your',
  project_instructions: "Project's",
  project_context: 'Project file',
  session: 'Session',
  skill: 'Skill',
  summary: 'Summary',
  user: 'Your messages',
  assistant: 'Answers and calls',
  results: 'Results of calls',
};

function nameOf({ kind, path, name, count: many }: ContextSource): string {
  if (name !== undefined) return `${NAMES[kind]} ${name}`;
  if (path !== undefined) return `${NAMES[kind]} ${baseName(path)}`;
  const counted = kind === 'tools' || kind === 'user' || kind === 'assistant' || kind === 'results';
  return counted ? `${NAMES[kind]} (${many})` : NAMES[kind];
}

function limitWords({ window, threshold, reserve, calibrated }: ContextReport): string {
  const parts = [
    window === undefined ? "The size of this model's context is not known." : `${count(reserve)} are kept free for the answer.`,
    threshold === undefined ? 'Nothing is compacted by itself.' : `From ${count(threshold)} on older messages become a summary.`,
    calibrated ? 'Counted with what the provider reported.' : 'An estimate, until the provider reports its count.',
  ];
  return parts.join(' ');
}
