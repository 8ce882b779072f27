import { Hourglass, Pause } from 'lucide-react';
import { Fragment } from 'react';
import type { SideWork } from '../../../shared/side-work.ts';
import { useView } from '../../hooks/app-context.ts';
import { holds, waits } from '../../store/side-work.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './composer.module.css';

/** What the session waits for before it goes on by itself, or that results wait for a prompt. */
export function SideStrip() {
  const waiting = useView(waits);
  const held = useView(holds);
  const work = useView((view) => view.work);
  const awaited = work.filter((each) => each.awaited);
  if (held) {
    return (
      <p className={styles.side} role="status">
        <Icon of={Pause} size={0.8125} />
        <span>Results are held: they are told with your next prompt.</span>
      </p>
    );
  }
  if (!waiting || awaited.length === 0) return null;
  return (
    <p className={styles.side} role="status">
      <Icon of={Hourglass} size={0.8125} />
      <span>Goes on by itself after</span>
      <Awaited work={awaited} />
    </p>
  );
}

/** A command as it would be typed, the task of a child as it was put. */
function Awaited({ work }: { readonly work: readonly SideWork[] }) {
  return (
    <span className={styles.awaited} title={work.map(({ title }) => title).join('; ')}>
      {work.map(({ id, kind, title }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : '; '}
          {kind === 'command' ? <code>{title}</code> : title}
        </Fragment>
      ))}
    </span>
  );
}
