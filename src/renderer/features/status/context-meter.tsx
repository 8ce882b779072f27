import { Meter } from '@base-ui/react/meter';
import { useContextFill } from '../../hooks/use-context-fill.ts';
import { count } from '../../ui/format.ts';
import styles from './context-meter.module.css';

/** Share in percent from which the meter warns. */
const NEARLY_FULL = 80;

/** Says nothing before the first request: nothing is known then. */
export function ContextMeter() {
  const { used, window } = useContextFill();
  if (used === undefined) return null;
  if (window === undefined) return <span title="The size of this model's context is not known">{`context ${count(used)}`}</span>;
  const share = Math.min(100, Math.round((100 * used) / window));
  const words = `${count(used)} of ${count(window)} tokens, ${share} %`;
  return (
    <Meter.Root className={styles.meter} value={share} aria-label="Context used" aria-valuetext={words} title={`Context: ${words}`}>
      <Meter.Track className={styles.track}>
        <Meter.Indicator className={styles.fill} data-high={share >= NEARLY_FULL || undefined} />
      </Meter.Track>
      <span>{`${share} % of ${count(window)}`}</span>
    </Meter.Root>
  );
}
