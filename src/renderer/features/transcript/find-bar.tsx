import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './transcript.module.css';

/** Looks through every item of the session, drawn or not. */
export function FindBar({ matches, searching }: { readonly matches: number; readonly searching: boolean }) {
  const { setFind, closeLayer, setFocus } = useCommands();
  const { query, index } = useApp((state) => state.find);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const step = (by: number) => {
    if (matches > 0) setFind({ index: (index + by + matches) % matches });
  };
  const close = () => {
    closeLayer('find');
    setFocus({ target: 'composer' });
  };
  return (
    <search className={styles.find}>
      <input
        ref={input}
        type="text"
        value={query}
        aria-label="Find in the transcript"
        placeholder="Find"
        onChange={(event) => setFind({ query: event.target.value, index: 0 })}
        onKeyDown={(event) => (event.key === 'Enter' ? step(event.shiftKey ? -1 : 1) : undefined)}
      />
      <output className={styles.findCount}>{searching ? 'Looking' : countWords(query, matches, index)}</output>
      <IconButton size="small" label="Previous match" keys="Shift+Enter" disabled={matches === 0} onClick={() => step(-1)}>
        <Icon of={ChevronUp} size={0.875} />
      </IconButton>
      <IconButton size="small" label="Next match" keys="Enter" disabled={matches === 0} onClick={() => step(1)}>
        <Icon of={ChevronDown} size={0.875} />
      </IconButton>
      <IconButton size="small" label="Close" keys="Esc" onClick={close}>
        <Icon of={X} size={0.875} />
      </IconButton>
    </search>
  );
}

function countWords(query: string, matches: number, index: number): string {
  if (query.trim() === '') return '';
  return matches === 0 ? 'None' : `${Math.min(index, matches - 1) + 1} of ${matches}`;
}
