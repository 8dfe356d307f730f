import { useEffect, useState } from 'react';
import { usePrerenderValues } from '#client/api/prerender-values.ts';

/** Refresh interval of values that depend on the current time (spec 4). */
const refreshMs = 60_000;

/** The current time, the time of the previous refresh (`before`), and the time of the first render (`opened`). */
export type RefreshTimes = { now: Date; before: Date; opened: Date };

function startAt(now: Date): RefreshTimes {
  return { now, before: now, opened: now };
}

/** Returns the current time. Refreshes every 60 seconds and when the tab becomes visible again. */
export function useCurrentTimes(): RefreshTimes {
  const prerenderValues = usePrerenderValues();
  const [times, setTimes] = useState(() =>
    startAt(prerenderValues ? new Date(prerenderValues.now) : new Date()),
  );
  useEffect(() => {
    if (prerenderValues) setTimes(startAt(new Date()));
  }, [prerenderValues]);
  useEffect(() => {
    const refresh = () => setTimes(({ now, opened }) => ({ now: new Date(), before: now, opened }));
    // Refresh when the tab becomes visible, because browsers throttle the timers of hidden tabs.
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
