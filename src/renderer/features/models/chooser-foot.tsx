import type { ModelChoice } from '../../../shared/ipc.ts';
import { splitRef } from '../../../shared/model-ref.ts';
import { activeModel, useApp } from '../../hooks/app-context.ts';
import { LOCAL_KEYS } from '../../store/shortcuts.ts';
import { plural } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { switchWords } from './model-words.ts';
import styles from './models.module.css';

/** What the marked model means for this session, and the keys. */
export function ChooserFoot({ model, hidden }: { readonly model: ModelChoice | undefined; readonly hidden: number }) {
  const current = useApp((state) => splitRef(activeModel(state) ?? '').base);
  const tokens = useApp((state) => (state.current === null ? undefined : state.contexts[state.current]?.tokens));
  const switching = model && switchWords(model, { tokens, current });
  const words = [model?.unavailable ?? switching ?? '', hidden === 0 ? '' : `${plural(hidden, 'more model')}: type to narrow the list.`];
  return (
    <div className={styles.foot}>
      <p aria-live="polite">{words.filter((part) => part !== '').join(' ')}</p>
      <span className={styles.keys}>
        <Kbd keys={LOCAL_KEYS.choose} /> choose
        <Kbd keys={LOCAL_KEYS.favourite} /> favourite
        <Kbd keys={LOCAL_KEYS.refresh} /> ask providers again
      </span>
    </div>
  );
}
