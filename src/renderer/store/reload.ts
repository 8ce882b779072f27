import type { SessionId } from '../../shared/ids.ts';
import type { Core } from './core.ts';
import { type KeptPage, keptPageSchema } from './kept-page.ts';

/** What outlives a reload of the page and ends with its window: `sessionStorage`. */
export type PageMemory = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'steiner.page';

/** Reads the page as it was before a reload, and keeps what it becomes once it has started. */
export function keepOverReload({ store, update }: Core, memory: PageMemory): void {
  update(() => ({ before: read(memory) }));
  let written = '';
  store.subscribe(({ boot, project, current, inspectorTab, diffStyle, answers }) => {
    if (boot.state !== 'ready' || project === null) return;
    const page: KeptPage = { project: project.path, current, inspectorTab, diffStyle, answers };
    const text = JSON.stringify(page);
    if (text !== written) memory.setItem(KEY, text);
    written = text;
  });
}

/** Puts back how the page was; once, and only for the same project. Answers with the session to show: without one from before it is the newest. */
export function putBack({ get, update }: Core, project: string): SessionId | null {
  const { before, sessions } = get();
  update(() => ({ before: null }));
  if (before?.project !== project) return sessions[0]?.id ?? null;
  const { current, inspectorTab, diffStyle, answers } = before;
  update(() => ({ inspectorTab, diffStyle, answers }));
  return current;
}

function read(memory: PageMemory): KeptPage | null {
  try {
    return keptPageSchema.safeParse(JSON.parse(memory.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
