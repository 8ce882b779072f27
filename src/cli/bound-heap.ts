import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the heap for young objects. V8 would take four times as many in a run of a few hundred rounds, and save no processor time with them. */
const ENOUGH = 4 * 1024 ** 2;

/**
 * Keeps the heap for young objects from growing further once it has grown enough. V8 takes its size before it starts only, but how it grows at any time.
 * After that it refuses the compiled code that Node brings for its own modules, so those that a request needs are loaded before.
 */
export function boundYoungHeap(): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young && young.space_size < ENOUGH) return;
    void globalThis.Headers;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
