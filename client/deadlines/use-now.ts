import { useEffect, useState } from 'react';
import {
  getServerTime,
  onClockCorrected,
  requestServerTime,
} from '#client/api/connection/server-clock.ts';
import { usePrerenderValues } from '#client/api/prerender-values.ts';

/** Refresh interval (spec 4). */
const refreshMs = 60_000;

/** `before` is the time of the previous refresh, `opened` that of the first render. */
export type RefreshTimes = { now: Date; before: Date; opened: Date };

function startAt(now: Date): RefreshTimes {
  return { now, before: now, opened: now };
}

export function useNow(): RefreshTimes {
  const prerenderValues = usePrerenderValues();
  const [times, setTimes] = useState(() =>
    startAt(prerenderValues ? new Date(prerenderValues.now) : getServerTime()),
  );
  useEffect(() => {
    if (!prerenderValues) return;
    setTimes(startAt(getServerTime()));
    void requestServerTime();
  }, [prerenderValues]);
  useEffect(() => onClockCorrected(() => setTimes(startAt(getServerTime()))), []);
  useEffect(() => {
    const refresh = () =>
      setTimes(({ now, opened }) => ({ now: getServerTime(), before: now, opened }));
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
