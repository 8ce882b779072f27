import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** The time in milliseconds, renewed each second while `running` and the window can be seen. No timer runs while it cannot. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = () => setNow(Date.now());
    const follow = () => {
      clearInterval(timer);
      timer = undefined;
      if (document.hidden) return;
      tick();
      timer = setInterval(tick, SECOND);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [running]);
  return now;
}
