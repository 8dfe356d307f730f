import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '#client/api/session.ts';
import { lazyPart } from './lazy-part.ts';

const Toasts = lazyPart(async () => (await import('./toasts.tsx')).Toasts);

/** True from the first press of a key or pointer on. */
function useHasActed(): boolean {
  const [hasActed, setHasActed] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const act = () => {
      ends.abort();
      setHasActed(true);
    };
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, act, { signal: ends.signal });
    }
    return () => ends.abort();
  }, []);
  return hasActed;
}

/**
 * Toasts are no part of a visitor's first load. Their code comes as soon as anything can go wrong that
 * they would tell, not only with the first toast: by then the server may be out of reach.
 */
export function ToastHost() {
  const { notifications } = useNotifications();
  const isSignedIn = useSession() !== undefined;
  const hasActed = useHasActed();
  if (!isSignedIn && !hasActed && notifications.length === 0) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
