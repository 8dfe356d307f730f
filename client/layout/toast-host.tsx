import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '#client/api/session/session.ts';
import { lazyExtra } from './lazy-part.tsx';

const Toasts = lazyExtra(async () => (await import('./toasts.tsx')).Toasts);

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

/** Loads the code on a visitor's first interaction, because the server may be unreachable when an error occurs. */
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
