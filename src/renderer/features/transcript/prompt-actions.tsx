import { History } from 'lucide-react';
import { givenOf } from '../../../shared/attachments.ts';
import type { UserItem } from '../../../shared/fold-types.ts';
import { turnIdSchema } from '../../../shared/ids.ts';
import { useApp, useCommands, useStretch, useView } from '../../hooks/app-context.ts';
import { isBusy } from '../../store/side-work.ts';
import type { Stretch } from '../../store/stretch.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ForkButton } from './fork-button.tsx';
import styles from './message.module.css';
import { PinButton } from './pin-button.tsx';

/** The turn that a prompt began: results that were told with it stand before it. */
function turnOf({ first, starts, items }: Stretch, prompt: string): string | undefined {
  return starts.find((start) => {
    let at = start.item - first;
    while (items[at]?.kind === 'result') at += 1;
    return items[at]?.id === prompt;
  })?.turn;
}

/** What can be done from a prompt: another session from before it, or this one back to before it. */
export function PromptActions({ item }: { readonly item: UserItem }) {
  const { startRewind } = useCommands();
  const session = useApp((state) => state.current);
  const turn = turnOf(useStretch(), item.id);
  const busy = useView(isBusy);
  if (session === null) return null;
  return (
    <div className={styles.actions}>
      <PinButton message={item.id} />
      <ForkButton message={item.id} />
      {turn === undefined ? null : (
        <IconButton
          size="small"
          label="Restore to here…"
          disabled={busy}
          onClick={() => void startRewind(turnIdSchema.parse(turn), { text: item.text, attachments: givenOf(item.attachments) })}
        >
          <Icon of={History} size={0.875} />
        </IconButton>
      )}
    </div>
  );
}
