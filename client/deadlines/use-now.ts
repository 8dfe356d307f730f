import { useEffect, useState } from 'react';

/** How often what depends on the clock is drawn anew (spec 4). */
const refreshMs = 60_000;

/** The time now, and at the refresh before. */
export type Now = { now: Date; before: Date };

/** The time, refreshed every 60 seconds, and at once when somebody comes back to the tab. */
export function useNow(): Now {
  const [times, setTimes] = useState<Now>(() => {
    const now = new Date();
    return { now, before: now };
  });
  useEffect(() => {
    const refresh = () => setTimes(({ now }) => ({ now: new Date(), before: now }));
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
