import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';

/** Waits until what is new has its first content, milliseconds. */
const SETTLE = 1_000;

/**
 * Calls back some time after something was made in a folder or removed from it; what happens further inside is not seen. A folder that is not there is made. Nothing is
 * polled: where the file system has no means, nothing is called. Returns the function that stops it.
 */
export function watchEntries(folder: string, onChange: () => void, settle = SETTLE): () => void {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  stop.signal.addEventListener('abort', () => clearTimeout(timer));
  void mkdir(folder, { recursive: true })
    .then(() => {
      if (stop.signal.aborted) return;
      const watcher = watch(folder, { signal: stop.signal }, (type) => {
        if (type === 'rename') timer ??= setTimeout(seen, settle);
      });
      watcher.on('error', () => watcher.close());
    })
    .catch(() => {});

  function seen(): void {
    timer = undefined;
    onChange();
  }
  return () => stop.abort();
}
