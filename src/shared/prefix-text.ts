import type { PrefixCause, PrefixPlace, PrefixRow } from './prefix.ts';

/** Where two requests begin to differ, in a few words. */
export function placeText(place: PrefixPlace): string {
  switch (place.part) {
    case 'params':
      return 'parameters';
    case 'tools':
      return 'tools';
    case 'system':
      return 'system prompt';
    case 'message':
      return `message ${place.message} (${ROLES[place.role]})`;
  }
}

const ROLES = { user: 'user', assistant: 'model', tool: 'result' } as const;

/** Why, as a sentence without its end. */
export function causeText(cause: PrefixCause): string {
  switch (cause.kind) {
    case 'new_model':
      return `First request to this model; the one before went to ${cause.was}`;
    case 'effort':
      return `The effort changed from ${cause.was ?? 'the default'} to ${cause.is ?? 'the default'}`;
    case 'params':
      return `Parameters changed: ${cause.names.join(', ')}`;
    case 'tools':
    case 'system':
      return `${cause.kind === 'tools' ? 'The tools' : 'The system prompt'} changed${cause.reopened ? ' when the session was opened again' : ''}`;
    case 'expired':
      return `Nothing differs; ${span(cause.idle)} went by, and the provider keeps what it read for ${span(cause.keeps)}`;
    default:
      return PLAIN[cause.kind];
  }
}

const PLAIN: Readonly<Record<Exclude<PrefixCause['kind'], 'new_model' | 'effort' | 'params' | 'tools' | 'system' | 'expired'>, string>> = {
  first: 'First recorded request',
  extends: 'Goes on from it',
  context: 'Instructions, project files or the date changed when the session was opened again',
  compaction: 'Older messages became a summary',
  compaction_undo: 'A compaction was taken back',
  rewind: 'The conversation was rewound',
  redo: 'A rewind was taken back',
  picture: 'A picture is no longer sent',
  message: 'A message that was sent before was sent in another form',
  not_read: 'Nothing differs, and yet the provider did not read it from its cache',
  other_model: 'They went to different models',
  unreadable: 'What was recorded of it cannot be read',
};

function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** What a request was for, where that is not a round of the session itself, and what became of it. */
export function requestMarks({ source, retry, inherited, state }: PrefixRow): readonly string[] {
  return [
    ...(source === 'parent' ? [] : [source]),
    ...(retry ? ['retry'] : []),
    ...(state === 'answered' ? [] : [state === 'failed' ? 'failed' : 'no end']),
    ...(inherited ? ['before the fork'] : []),
  ];
}
