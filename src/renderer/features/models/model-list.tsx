import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { ModelChoice } from '../../../shared/ipc.ts';
import type { Problem } from '../../../shared/problem.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import popup from '../../ui/popup.module.css';
import { Note } from '../../ui/problem-note.tsx';
import searchLine from '../../ui/search-line.module.css';
import { ChooserFoot } from './chooser-foot.tsx';
import { type ChooserGroup, chooserGroups } from './chooser-groups.ts';
import { ListingNotes } from './listing-notes.tsx';
import { ModelRow } from './model-row.tsx';
import styles from './models.module.css';

const NONE: readonly ModelChoice[] = [];

/** All models with a search; everything by keyboard. */
export function ModelList({ onTake }: { readonly onTake: (model: ModelChoice) => void }) {
  const { setFavouriteModel, refreshModels } = useCommands();
  const models = useApp((state) => state.models);
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState<ModelChoice>();
  const list = models.state === 'ready' ? models.value : NONE;
  const { groups, hidden } = useMemo(() => chooserGroups(list, query), [list, query]);
  const highlighted = list.find((model) => model.ref === marked?.ref);
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.toLowerCase() === 'r') void refreshModels();
    else if (event.key.toLowerCase() === 'f' && highlighted !== undefined) void setFavouriteModel(highlighted, !highlighted.favourite);
    else return;
    event.preventDefault();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(model: ModelChoice) => model.ref}
      autoHighlight="always"
      keepHighlight
      onItemHighlighted={setMarked}
    >
      <div className={searchLine.search}>
        <Icon of={Search} />
        <Autocomplete.Input aria-label="Search models" placeholder="Search models and providers" onKeyDown={press} />
      </div>
      <ListingNotes />
      {groups.length === 0 ? null : <Columns />}
      <Autocomplete.Empty className={styles.empty}>
        {models.state === 'failed' ? <Unread problem={models.problem} /> : emptyWords(models.state, query)}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: ChooserGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={`${popup.label} ${styles.groupLabel}`}>
              <span className={styles.groupName}>{group.value}</span>
              {group.unavailable === undefined ? null : (
                <span className={styles.groupReason} title={group.unavailable}>
                  {group.unavailable}
                </span>
              )}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(model: ModelChoice) => <ModelRow key={model.ref} model={model} said={group.unavailable !== undefined} onTake={onTake} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <ChooserFoot model={highlighted} hidden={hidden} />
    </Autocomplete.Root>
  );
}

function Columns() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <span>Model</span>
      <span>Window</span>
      <span>$ per 1M in / out</span>
      <span>Images</span>
    </div>
  );
}

function Unread({ problem: { message, hint, safe } }: { readonly problem: Problem }) {
  const { loadModels } = useCommands();
  return (
    <Note
      level="error"
      message={message}
      hint={hint}
      safe={safe}
      actions={
        <Button size="small" onClick={() => void loadModels()}>
          Try again
        </Button>
      }
    />
  );
}

function emptyWords(state: 'idle' | 'loading' | 'ready', query: string): string {
  switch (state) {
    case 'idle':
    case 'loading':
      return 'Reading the list of models.';
    case 'ready':
      return query === '' ? 'No model is configured.' : 'No model has that name.';
  }
}
