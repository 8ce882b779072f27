import type { Project } from '../core/engine.ts';
import type { GivenAttachment } from '../shared/attachments.ts';
import type { Envelope } from '../shared/events.ts';
import { emptyView, fold } from '../shared/fold.ts';
import type { SessionView } from '../shared/fold-types.ts';
import type { SessionId } from '../shared/ids.ts';
import type { Problem } from '../shared/problem.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { SessionSnapshot } from '../shared/session-snapshot.ts';
import { createSessionFeed, type Rest, type SessionFeed } from './session-feed.ts';

/** What the person says to the model. */
export interface Said {
  readonly text: string;
  /** Activated before it. */
  readonly skills?: readonly string[] | undefined;
  readonly attachments?: readonly GivenAttachment[] | undefined;
}

/** A session that is there, to go on with. */
export interface Resumed {
  readonly session: SessionId;
  /** Takes the place of its model. */
  readonly model?: string | undefined;
}

export interface FollowOptions {
  readonly project: Project;
  /** Without it a new session. */
  readonly resumed?: Resumed | undefined;
  /** Without it the session goes on from where it stopped. */
  readonly said?: Said | undefined;
  /** Whether a person is there to answer. */
  readonly attended: boolean;
  /** Ends the turn; what it did so far is kept. */
  readonly signal: AbortSignal;
  /** Whether that end is to leave a question that waits, for when the session goes on. */
  readonly leaves: () => boolean;
  /** The session as it was opened, before any event. */
  readonly opened: (snapshot: SessionSnapshot) => void;
  /** Every event since the session was opened, in order, and those of its children. */
  readonly watch: (envelope: Envelope) => void;
}

/** Runs one turn in a session, and those that the results it waits for begin, and closes that. `null` when it was ended before the turn began, or while a question waits. */
export async function followTurn(options: FollowOptions): Promise<Result<Rest | null, Problem>> {
  const { project, resumed } = options;
  const feed = createSessionFeed(project, options.watch);
  const opened = await (resumed ? project.openSession(resumed.session) : project.createSession({ mode: 'build' }));
  if (!opened.ok) {
    feed.close();
    return opened;
  }
  const outcome = await follow(options, opened.value, feed);
  await project.closeSession(opened.value.summary.id);
  feed.close();
  return outcome;
}

async function follow(options: FollowOptions, snapshot: SessionSnapshot, feed: SessionFeed): Promise<Result<Rest | null, Problem>> {
  const view = fold(emptyView(), snapshot.events);
  const refused = snapshot.problem ?? refusal(options, snapshot, view);
  if (refused) return err(refused);
  options.opened(snapshot);
  feed.begin(snapshot.summary.id, view);
  if (options.signal.aborted) return ok(null);
  const ended = feed.rest();
  const begun = await begin(options, snapshot, view);
  if (!begun.ok) return begun;
  return ok(await endOf(ended, { options, feed, session: snapshot.summary.id }));
}

/** Why there is nothing to be done with the session as it stands. */
function refusal({ attended, resumed, said }: FollowOptions, snapshot: SessionSnapshot, view: SessionView): Problem | undefined {
  if (view.waiting.length > 0) return attended ? undefined : unattended(view, snapshot);
  return resumed && !said && isOver(snapshot.summary.lastStop, view) ? NOTHING_LEFT : undefined;
}

interface Followed {
  readonly options: FollowOptions;
  readonly feed: SessionFeed;
  readonly session: SessionId;
}

async function endOf(ended: Promise<Rest>, { options, feed, session }: Followed): Promise<Rest | null> {
  const { project, signal, leaves } = options;
  let stop = () => {};
  const left = new Promise<null>((resolve) => {
    stop = () => (feed.waiting && leaves() ? resolve(null) : void project.command({ type: 'stop', session }));
  });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  const end = await Promise.race([ended, left]);
  signal.removeEventListener('abort', stop);
  return end;
}

async function begin(
  { project, resumed, said }: FollowOptions,
  { summary }: SessionSnapshot,
  view: SessionView,
): Promise<Result<null, Problem>> {
  const session = summary.id;
  if (resumed?.model !== undefined) {
    const chosen = await project.command({ type: 'session.model', session, model: resumed.model });
    if (!chosen.ok) return chosen;
  }
  if (said) return project.command({ type: 'prompt', session, delivery: 'now', ...spoken(said) });
  return view.waiting.length > 0 ? ok(null) : project.command({ type: 'continue', session });
}

function spoken({ text, skills, attachments = [] }: Said) {
  return {
    text,
    ...(skills ? { skills: [...skills] } : {}),
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
  };
}

function isOver(stop: SessionSnapshot['summary']['lastStop'], { queue }: SessionView): boolean {
  return queue.length === 0 && (stop === undefined || stop === 'complete');
}

const NOTHING_LEFT: Problem = {
  code: 'bad_request',
  message: 'There is nothing to go on with: the last turn of this session is complete.',
  hint: 'Say what is to be done next, as in: steiner exec --continue "<prompt>"',
  safe: 'Nothing was changed.',
};

function unattended({ waiting: [first] }: SessionView, { summary }: SessionSnapshot): Problem {
  return {
    code: 'session_waiting',
    message: `A question of this session waits for a person, and nobody can be asked here${first ? `: ${first.tool} wants to use ${first.subject}` : ''}.`,
    hint: `Answer it at a terminal, with steiner exec --resume ${summary.id.slice(0, 8)}, or in the window.`,
    safe: 'Nothing was changed: the turn is where it was.',
  };
}
