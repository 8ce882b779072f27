import { useEffect, useRef } from 'react';
import { useApp, useCommands, useScripted, useView } from '../../hooks/app-context.ts';
import { NEW_SESSION } from '../../store/state.ts';
import { ActiveSkills } from './active-skills.tsx';
import { AttachmentStrip } from './attachment-strip.tsx';
import styles from './composer.module.css';
import { ComposerBar } from './composer-bar.tsx';
import { MENTION_LIST, MentionHint, mentionId } from './mention-hint.tsx';
import { QueueList } from './queue-list.tsx';
import { SideStrip } from './side-strip.tsx';
import { optionId, SLASH_LIST, SlashHint } from './slash-hint.tsx';
import { useDraftSaving } from './use-draft-saving.ts';
import { useDropping, usePasting } from './use-dropping.ts';
import { type MentionList, useMentions } from './use-mentions.ts';
import { type Caret, usePromptHistory } from './use-prompt-history.ts';
import { type SlashList, useSlash } from './use-slash.ts';

/** Where a person writes to the session. Enter sends; while a turn runs it queues. */
export function Composer() {
  const { toggleMode } = useCommands();
  const session = useApp((state) => state.current);
  const text = useApp((state) => state.drafts[session ?? NEW_SESSION] ?? '');
  const locked = useLock();
  const box = useRef<HTMLTextAreaElement>(null);
  useComposerFocus(box);
  const draft = useDraftSaving(session);
  const change = draft.type;
  const recall = usePromptHistory(text, change);
  const slash = useSlash(text, change);
  const mentions = useMentions(box, text, change);
  const attached = useApp((state) => (state.attached[session ?? NEW_SESSION] ?? []).length > 0);
  const dropping = useDropping(locked === undefined);
  const send = (other: boolean) => {
    if (locked === undefined) draft.send(text, other);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (mentions.onKey(event) || slash.onKey(event)) event.preventDefault();
    else if (event.key === 'Tab' && event.shiftKey) {
      event.preventDefault();
      void toggleMode();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send(event.ctrlKey || event.metaKey);
    } else if (isArrow(event) && recall(event.key === 'ArrowUp' ? 'older' : 'newer', caretOf(event.currentTarget))) {
      event.preventDefault();
    }
  };
  return (
    <div className={styles.dock}>
      <div className={styles.composer}>
        <SideStrip />
        <QueueList />
        <SlashHint list={slash} />
        <MentionHint list={mentions} />
        <div className={styles.box} data-dropping={dropping || undefined}>
          <ActiveSkills />
          <AttachmentStrip />
          <textarea
            ref={box}
            rows={1}
            value={text}
            aria-label="Prompt"
            {...listAttributes(slash, mentions)}
            placeholder={usePlaceholder(locked)}
            disabled={locked !== undefined}
            onChange={(event) => change(event.target.value)}
            onSelect={mentions.onCaret}
            onBlur={mentions.onLeave}
            onPaste={usePasting()}
            onKeyDown={onKeyDown}
          />
          <ComposerBar empty={text.trim() === '' && !attached} locked={locked !== undefined} onSend={send} />
        </div>
      </div>
    </div>
  );
}

/** Tells who does not see the list that it is there, and which entry is chosen. */
function listAttributes({ matches, chosen }: SlashList, mentions: MentionList) {
  if (mentions.paths.length > 0) {
    const list = { 'aria-controls': MENTION_LIST, 'aria-activedescendant': mentionId(mentions.chosen) } as const;
    return { 'aria-autocomplete': 'list', 'data-owns-escape': '', ...list } as const;
  }
  if (matches.length === 0) return { 'aria-autocomplete': 'list' } as const;
  return { 'aria-autocomplete': 'list', 'aria-controls': SLASH_LIST, 'aria-activedescendant': optionId(chosen) } as const;
}

/** Why nothing can be sent here, if so. */
function useLock(): string | undefined {
  return useApp((state) => {
    if (state.project?.problem !== undefined) return 'Nothing can be sent until the problem above is solved';
    const summary = state.sessions.find((session) => session.id === state.current);
    if (summary?.readOnly === true) return 'This session can only be read here: another process holds it, or a newer Steiner wrote it';
    const unread = state.current !== null && state.open[state.current]?.problem !== undefined;
    return unread ? 'Nothing can be sent to a session that cannot be read' : undefined;
  });
}

function usePlaceholder(locked: string | undefined): string {
  const scripted = useScripted();
  const running = useView((view) => view.turn !== undefined);
  if (locked !== undefined) return locked;
  if (scripted) return 'Scripted demo, not a model: any prompt plays the same script';
  return running ? 'Add something while the turn runs' : 'What should be done?';
}

function useComposerFocus(box: React.RefObject<HTMLTextAreaElement | null>): void {
  const { tookFocus } = useCommands();
  const wanted = useApp((state) => state.focus?.target === 'composer');
  useEffect(() => {
    if (!wanted) return;
    box.current?.focus();
    tookFocus('composer');
  }, [box, wanted, tookFocus]);
}

function isArrow({ key, shiftKey, altKey, ctrlKey, metaKey }: React.KeyboardEvent): boolean {
  return (key === 'ArrowUp' || key === 'ArrowDown') && !shiftKey && !altKey && !ctrlKey && !metaKey;
}

function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): Caret {
  return { start: selectionStart, end: selectionEnd };
}
