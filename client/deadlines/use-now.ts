import { useEffect, useState } from 'react';
import { useDrawn } from '#client/api/drawn.ts';

/** How often what depends on the clock is drawn anew (spec 4). */
const refreshMs = 60_000;

/** The time now, at the refresh before, and when this was first drawn in the browser. */
export type Now = { now: Date; before: Date; opened: Date };

function startAt(now: Date): Now {
  return { now, before: now, opened: now };
}

/** The time, refreshed every 60 seconds, and at once when somebody comes back to the tab. */
export function useNow(): Now {
  const drawn = useDrawn();
  const [times, setTimes] = useState(() => startAt(drawn ? new Date(drawn.now) : new Date()));
  useEffect(() => {
    if (drawn) setTimes(startAt(new Date()));
  }, [drawn]);
  useEffect(() => {
    const refresh = () => setTimes(({ now, opened }) => ({ now: new Date(), before: now, opened }));
    // A hidden tab's timers sleep, and so does a closed laptop.
    const wake = () => {
      if (!document.hidden) refresh();
    };
    const timer = setInterval(refresh, refreshMs);
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, []);
  return times;
}
