import { useCallback, useEffect, useRef } from 'react';
import type { SessionId } from '../../../shared/ids.ts';
import { useCommands } from '../../hooks/app-context.ts';

const REST_MS = 1_000;

export interface DraftSaving {
  readonly type: (text: string) => void;
  /** Sends what is typed. It stays on disk until it was taken: then the box is written as it is, empty. */
  readonly send: (text: string, other: boolean) => void;
}

/** Keeps what is typed into the box, and writes it where a restart finds it, once the typing rests or another session comes on screen. */
export function useDraftSaving(session: SessionId | null): DraftSaving {
  const { editDraft, saveDraft, sendPrompt } = useCommands();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = useCallback(() => {
    clearTimeout(rest.current);
    rest.current = undefined;
  }, []);
  const write = useCallback(() => {
    forget();
    void saveDraft(session);
  }, [forget, saveDraft, session]);
  useEffect(() => () => (rest.current === undefined ? undefined : write()), [write]);
  return {
    type: (text) => {
      forget();
      rest.current = setTimeout(write, REST_MS);
      editDraft(session, text);
    },
    send: (text, other) => {
      forget();
      void sendPrompt(text, other);
    },
  };
}
