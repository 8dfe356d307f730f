import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '#client/api/session.ts';
import { lazyPart } from './lazy-part.ts';

const Toasts = lazyPart(async () => (await import('./toasts.tsx')).Toasts);

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
 * Loads the toasts after the first interaction, so that visitors do not load them with the page. They must load before
 * the first error, because the server may then be unreachable.
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
