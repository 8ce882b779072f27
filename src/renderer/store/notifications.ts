import type { Approval } from '../../shared/approvals.ts';
import type { Notifier } from '../bridge/notifier.ts';
import { goToWaiting, type Waiting, waitingItems } from './attention.ts';
import type { Core } from './core.ts';
import type { State } from './state.ts';

/** Has the desktop show what begins to need the person while it is not before their eyes, and takes away what no longer does. */
export function notifyOfWaiting(core: Core, desktop: Notifier): void {
  const shown = new Map<string, () => void>();
  let known: ReadonlySet<string> | undefined;
  let last: State | undefined;

  function look(state: State): void {
    const items = new Map(state.listed ? waitingItems(state).map((item) => [keyOf(item), item]) : []);
    for (const [key, item] of items) {
      if (known?.has(key) === false && !isSeen(item, state, desktop)) show(key, item, state);
    }
    for (const [key, close] of shown) {
      const item = items.get(key);
      if (item && !isSeen(item, state, desktop)) continue;
      shown.delete(key);
      close();
    }
    if (state.listed) known = new Set(items.keys());
  }

  function show(key: string, item: Waiting, { project }: State): void {
    if (project?.notifies === undefined) return;
    const title = [project.name, ...(project.branch === undefined ? [] : [project.branch])].join(' · ');
    const notification = { title: `Steiner · ${title}`, body: wordsOf(item), seconds: project.notifies };
    shown.set(
      key,
      desktop.show(notification, () => void core.ask('app.show', {}).then(() => goToWaiting(core, item))),
    );
  }

  core.store.subscribe((state) => {
    const same =
      last?.open === state.open && last.sessions === state.sessions && last.current === state.current && last.listed === state.listed;
    last = state;
    if (!same) look(state);
  });
  desktop.onPresent(() => look(core.get()));
}

function keyOf({ session, approval }: Waiting): string {
  return approval?.id ?? session;
}

/** A child is before the person's eyes with its parent. */
function isSeen({ session }: Waiting, { current }: State, { present }: Notifier): boolean {
  return present && current === session;
}

/** Without what it is about: a desktop may show it to others. */
function wordsOf({ title, approval, child }: Waiting): string {
  const who = child === undefined ? `“${title}”` : `“${title}”: the child “${child.task}” (${child.agent})`;
  return approval === undefined ? `${who} needs you.` : `${who} ${ASKS[approval.kind === 'loop' ? 'loop' : approval.access]}`;
}

const ASKS: Readonly<Record<Approval['access'] | 'loop', string>> = {
  read: 'asks to read a path.',
  write: 'asks to change a path.',
  run: 'asks to run a command.',
  connect: 'asks to connect to a host.',
  loop: 'asks whether a call may go on that keeps failing.',
};
