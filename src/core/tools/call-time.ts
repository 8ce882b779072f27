/** The time limits of one call. They stand still while it is held. */
export interface CallTime {
  /** Aborts after that many milliseconds that count. */
  limit(milliseconds: number): AbortSignal;
  /** Stands still until the function given back is called; may be held several times at once. */
  hold(): () => void;
  /** No limit aborts any more. */
  end(): void;
}

interface Limit {
  readonly abort: AbortController;
  left: number;
  /** When the running timer was started. */
  since: number;
  timer: NodeJS.Timeout | undefined;
}

export function createCallTime(): CallTime {
  const limits = new Set<Limit>();
  let holds = 0;
  return {
    limit: (milliseconds) => {
      const limit: Limit = { abort: new AbortController(), left: milliseconds, since: 0, timer: undefined };
      limits.add(limit);
      if (holds === 0) go(limit);
      return limit.abort.signal;
    },
    hold: () => {
      let held = true;
      holds += 1;
      for (const limit of limits) stand(limit);
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        if (holds === 0) for (const limit of limits) go(limit);
      };
    },
    end: () => {
      for (const limit of limits) stand(limit);
      limits.clear();
    },
  };
}

function go(limit: Limit): void {
  limit.since = performance.now();
  limit.timer = setTimeout(() => limit.abort.abort(new DOMException('time is up', 'TimeoutError')), limit.left);
}

function stand(limit: Limit): void {
  if (limit.timer === undefined) return;
  clearTimeout(limit.timer);
  limit.timer = undefined;
  limit.left = Math.max(0, limit.left - (performance.now() - limit.since));
}
