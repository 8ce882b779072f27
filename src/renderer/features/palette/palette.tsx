import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import popup from '../../ui/popup.module.css';
import searchLine from '../../ui/search-line.module.css';
import { foundIn, type PaletteAction, type PaletteGroup } from './actions.ts';
import styles from './palette.module.css';

/** Everything the window can do, by name. */
export function Palette({ groups }: { readonly groups: readonly PaletteGroup[] }) {
  const { closeLayer } = useCommands();
  const open = useApp((state) => state.layers.includes('palette'));
  const close = () => closeLayer('palette');
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.backdrop} />
        <Dialog.Popup className={popup.dialog} aria-label="Palette">
          <Choices groups={groups} onClose={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choices({ groups, onClose }: { readonly groups: readonly PaletteGroup[]; readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  return (
    <Autocomplete.Root
      open
      inline
      items={foundIn(groups, query)}
      filter={null}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(action: PaletteAction) => action.title}
      autoHighlight="always"
      keepHighlight
    >
      <div className={searchLine.search}>
        <Icon of={Search} />
        <Autocomplete.Input aria-label="Search actions" placeholder="Search actions, sessions, projects, models" />
      </div>
      <Autocomplete.Empty className={styles.empty}>Nothing has that name.</Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={popup.label}>{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(action: PaletteAction) => <Choice key={action.id} action={action} onClose={onClose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function Choice({ action, onClose }: { readonly action: PaletteAction; readonly onClose: () => void }) {
  const choose = () => {
    onClose();
    action.run();
  };
  return (
    <Autocomplete.Item value={action} className={popup.item} onClick={choose}>
      <span className={styles.title}>{action.title}</span>
      {action.detail === undefined ? null : <span className={styles.detail}>{action.detail}</span>}
      <span className={styles.space} />
      {action.keys === undefined ? null : <Kbd keys={action.keys} />}
    </Autocomplete.Item>
  );
}
