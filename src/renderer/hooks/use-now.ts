import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** The time in milliseconds, renewed each second while `running` and the window can be seen. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const tick = () => {
      if (!document.hidden) setNow(Date.now());
    };
    tick();
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
