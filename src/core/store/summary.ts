import { readFile } from 'node:fs/promises';
import type { Stamped } from '../../shared/events.ts';
import { type SessionSummary, sessionSummarySchema } from '../../shared/session.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import type { LogHeader } from './log-format.ts';

/** The row of a session before anything happened in it. */
export function startSummary(header: Omit<LogHeader, 'schema'>): SessionSummary {
  const { id, title, model, time } = header;
  return { id, title, model, createdAt: time, updatedAt: time, turns: 0, readOnly: false };
}

export function foldSummary(summary: SessionSummary, { event, time }: Stamped): SessionSummary {
  const updated: SessionSummary = Object.assign({}, summary, { updatedAt: Math.max(summary.updatedAt, time) });
  switch (event.type) {
    case 'session.start':
      return { ...updated, title: event.title, model: event.model, ...(event.parent === undefined ? {} : { parent: event.parent }) };
    case 'session.update':
      return { ...updated, title: event.title ?? updated.title, model: event.model ?? updated.model };
    case 'turn.start':
      return { ...withoutResume(updated), turns: updated.turns + 1 };
    case 'pause.cancel':
      return withoutResume(updated);
    case 'turn.end': {
      const { waiting: _, ...rest } = updated;
      return { ...rest, lastStop: event.stop, ...(event.resumesAt === undefined ? {} : { resumesAt: event.resumesAt }) };
    }
    case 'approval.start':
      return event.approval.kind === 'network' ? updated : { ...updated, waiting: true };
    case 'approval.end': {
      const { waiting: _, ...rest } = updated;
      return event.question ? updated : rest;
    }
    default:
      return updated;
  }
}

function withoutResume({ resumesAt: _, ...rest }: SessionSummary): SessionSummary {
  return rest;
}

/** `undefined` when there is none, or none that can be used: then it is made again from the log. */
export async function readSummary(path: string): Promise<SessionSummary | undefined> {
  try {
    return sessionSummarySchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Not synced: what a power cut takes is made again from the log. Rejects with the errno of what failed. */
export function writeSummary(path: string, summary: SessionSummary): Promise<void> {
  return writeAtomic(path, JSON.stringify({ ...summary, readOnly: false }), { sync: false });
}
