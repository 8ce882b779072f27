import { watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Waits out the few file operations of one save, milliseconds. */
const DEBOUNCE = 80;

/**
 * Calls back after the file was written, replaced, made or removed, also where it is a link and its target changes, and where its folder comes
 * or goes. Nothing is polled: folders are watched. One whose file system has no means is left unwatched. Returns the function that stops it.
 */
export function watchFile(path: string, onChange: () => void): () => void {
  const stop = new AbortController();
  const watched = new Map<string, AbortController>();
  let timer: NodeJS.Timeout | undefined;

  function seen(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (stop.signal.aborted) return;
      void follow().then((more) => (more ? seen() : undefined));
      onChange();
    }, DEBOUNCE);
  }

  /** Watches the folders that matter now, and no others. True when one came: it may have been changed before it was watched. */
  async function follow(): Promise<boolean> {
    let more = false;
    const places = await placesOf(path);
    if (stop.signal.aborted) return false;
    for (const [folder, ended] of watched) if (!places.has(folder)) ended.abort();
    for (const [folder, names] of places) {
      if (watched.has(folder)) continue;
      const ended = new AbortController();
      watched.set(folder, ended);
      ended.signal.addEventListener('abort', () => watched.delete(folder));
      watchFolder(folder, ended, (name) => (name === null || names.has(name) ? seen() : undefined));
      more = true;
    }
    return more;
  }

  stop.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const ended of watched.values()) ended.abort();
  });
  void follow();
  return () => stop.abort();
}

/** Folders, each with the names in it that decide: the file and its target, or the nearest folder above that is there. */
async function placesOf(path: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const places = new Map<string, Set<string>>();
  const target = await realpath(path).catch(() => path);
  for (const file of [path, target]) {
    let [folder, name] = [dirname(file), basename(file)];
    while (folder !== dirname(folder) && (await realpath(folder).catch(() => undefined)) === undefined) {
      [folder, name] = [dirname(folder), basename(folder)];
    }
    places.set(folder, new Set([...(places.get(folder) ?? []), name]));
  }
  return places;
}

function watchFolder(folder: string, ended: AbortController, onName: (name: string | null) => void): void {
  try {
    const watcher = watch(folder, { signal: ended.signal }, (type, name) => {
      const itself = type === 'rename' && name === basename(folder);
      if (itself) ended.abort();
      onName(itself ? null : name);
    });
    watcher.on('error', () => ended.abort());
  } catch {
    ended.abort();
  }
}
