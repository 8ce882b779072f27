import { useEffect, useRef } from 'react';
import type { SessionId } from '../../../shared/ids.ts';
import { useCommands } from '../../hooks/app-context.ts';

const REST_MS = 1_000;

/** Writes the draft where a restart finds it, once the typing rests or another session comes on screen. */
export function useDraftSaving(session: SessionId | null, text: string): void {
  const { saveDraft } = useCommands();
  const shown = useRef({ session, text });
  /** Whether there is something to write that is not only an emptied box: that one is written by what took its text. */
  const waits = useRef(false);
  useEffect(() => {
    const before = shown.current;
    shown.current = { session, text };
    if (before.session !== session || before.text === text) return;
    waits.current = text !== '';
    const timer = setTimeout(() => {
      waits.current = false;
      void saveDraft(session);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [session, text, saveDraft]);
  useEffect(
    () => () => {
      if (waits.current) void saveDraft(session);
      waits.current = false;
    },
    [session, saveDraft],
  );
}
