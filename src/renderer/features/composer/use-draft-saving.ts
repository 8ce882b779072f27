import { useEffect } from 'react';
import type { SessionId } from '../../../shared/ids.ts';
import { useCommands } from '../../hooks/app-context.ts';

const REST_MS = 1_000;

/** Writes the draft where a restart finds it, once the typing rests. */
export function useDraftSaving(session: SessionId | null, text: string): void {
  const { saveDraft } = useCommands();
  useEffect(() => {
    if (session === null || text === '') return;
    const timer = setTimeout(() => void saveDraft(session), REST_MS);
    return () => clearTimeout(timer);
  }, [session, text, saveDraft]);
}
