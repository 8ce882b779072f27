import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { mentionOf, typedMention } from '../../../shared/mentions.ts';
import { useCommands } from '../../hooks/app-context.ts';

type Keys = Pick<React.KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

export interface MentionList {
  readonly paths: readonly string[];
  /** Which of them Enter and Tab take. */
  readonly chosen: number;
  readonly take: (path: string) => void;
  /** Whether it took the key. */
  readonly onKey: (event: Keys) => boolean;
  /** Tells where the caret stands now. */
  readonly onCaret: () => void;
  readonly onLeave: () => void;
}

interface Found {
  readonly query: string;
  readonly paths: readonly string[];
}

const NOTHING: Found = { query: '', paths: [] };

/** Files for the mention that is being typed. A folder that is taken stays open for what lies in it. */
export function useMentions(box: React.RefObject<HTMLTextAreaElement | null>, text: string, change: (text: string) => void): MentionList {
  const [caret, setCaret] = useState(0);
  const [closed, setClosed] = useState<number | undefined>();
  const [choice, setChoice] = useState({ query: '', index: 0 });
  const typed = typedMention(text, Math.min(caret, text.length));
  // Closed is this one mention, and only while it is typed.
  if (closed !== undefined && typed?.at !== closed) setClosed(undefined);
  const open = typed !== undefined && typed.at !== closed ? typed : undefined;
  const found = useFound(open?.query);
  const paths = open === undefined ? NOTHING.paths : found.paths;
  const chosen = choice.query === open?.query && choice.index < paths.length ? choice.index : 0;
  const move = useCaretMove(box, text, setCaret);
  const take = (path: string) => {
    if (open === undefined) return;
    const folder = path.endsWith('/');
    const written = folder ? mentionOf(path).replace(/"$/, '') : `${mentionOf(path)} `;
    move(open.at + written.length);
    change(text.slice(0, open.at) + written + text.slice(caret));
  };
  const onKey = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Keys) => {
    const path = paths[chosen];
    if (open === undefined || path === undefined || shiftKey || altKey || ctrlKey || metaKey) return false;
    if (key === 'Enter' || key === 'Tab') take(path);
    else if (key === 'Escape') setClosed(open.at);
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : paths.length - 1;
      setChoice({ query: open.query, index: (chosen + step) % paths.length });
    } else return false;
    return true;
  };
  const onCaret = () => {
    const { selectionStart = 0, selectionEnd = 0 } = box.current ?? {};
    setCaret(selectionStart === selectionEnd ? selectionStart : 0);
  };
  return { paths, chosen, take, onKey, onCaret, onLeave: () => setCaret(0) };
}

/** The answer to the newest question; while it is on its way, the one before stays. */
function useFound(query: string | undefined): Found {
  const { findFiles } = useCommands();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (query === undefined) return setFound(NOTHING);
    let asked = true;
    void findFiles(query).then((paths) => (asked ? setFound({ query, paths }) : undefined));
    return () => {
      asked = false;
    };
  }, [query, findFiles]);
  return found;
}

/** Puts the caret somewhere once the text is in the box, before the next key can come. */
function useCaretMove(
  box: React.RefObject<HTMLTextAreaElement | null>,
  text: string,
  moved: (caret: number) => void,
): (caret: number) => void {
  const wanted = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const caret = wanted.current;
    if (caret === undefined || caret > text.length) return;
    wanted.current = undefined;
    box.current?.setSelectionRange(caret, caret);
    moved(caret);
  }, [box, text, moved]);
  return (caret) => {
    wanted.current = caret;
  };
}
