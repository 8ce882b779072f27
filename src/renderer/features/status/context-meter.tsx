import type { ContextReport } from '../../../shared/context.ts';
import { useContextReport, useContextWatch } from '../../hooks/use-context-report.ts';
import { ContextBreakdown } from '../../ui/context-breakdown.tsx';
import { count } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import styles from './context-meter.module.css';

/** How full the model's context is; on hover, of what. Says nothing while there is no session. */
export function ContextMeter() {
  useContextWatch();
  const report = useContextReport();
  if (report === undefined) return null;
  return (
    <Popover title="Context of the next request" hover className={styles.meter} trigger={<Fill report={report} />}>
      <ContextBreakdown report={report} />
    </Popover>
  );
}

function Fill({ report: { tokens, window, threshold } }: { readonly report: ContextReport }) {
  if (window === undefined) return <span>{`context ${count(tokens)} tokens`}</span>;
  const share = Math.min(100, Math.round((100 * tokens) / window));
  const high = threshold !== undefined && tokens >= threshold * NEARLY;
  return (
    <>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} data-high={high || undefined} style={{ width: `${share}%` }} />
      </span>
      <span className="sr-only">Context:</span>
      <span>{`${share} % of ${count(window)}`}</span>
    </>
  );
}

/** Share of the threshold from which the meter warns that compaction is near. */
const NEARLY = 0.9;
