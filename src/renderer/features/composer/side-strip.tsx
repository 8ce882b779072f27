import { Hourglass, Pause } from 'lucide-react';
import { useView } from '../../hooks/app-context.ts';
import { holds, waits } from '../../store/side-work.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './composer.module.css';

/** What the session waits for before it goes on by itself, or that results wait for a prompt. */
export function SideStrip() {
  const waiting = useView(waits);
  const held = useView(holds);
  const work = useView((view) => view.work);
  if (held) return <Strip of={Pause} text="Results are held: they are told with your next prompt." />;
  const titles = work.flatMap(({ awaited, title }) => (awaited ? [title] : []));
  if (!waiting || titles.length === 0) return null;
  return <Strip of={Hourglass} text="Goes on by itself after" code={titles.join('; ')} />;
}

function Strip({ of, text, code }: { readonly of: typeof Pause; readonly text: string; readonly code?: string }) {
  return (
    <p className={styles.side} role="status">
      <Icon of={of} size={0.8125} />
      <span>{text}</span>
      {code === undefined ? null : <code title={code}>{code}</code>}
    </p>
  );
}
