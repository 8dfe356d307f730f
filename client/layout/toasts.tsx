import { getDefaultZIndex } from '@mantine/core';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toastDurationMs } from '#client/api/toast.ts';
import { chooseToastCorner, toastCorners } from './toast-corner.ts';

function usePointer() {
  const pointer = useRef({ x: -1, y: -1 });
  useEffect(() => {
    const ends = new AbortController();
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer.current = { x, y };
    };
    for (const type of ['pointermove', 'pointerdown'] as const) {
      window.addEventListener(type, follow, { passive: true, signal: ends.signal });
    }
    return () => ends.abort();
  }, []);
  return pointer;
}

export function Toasts() {
  const { notifications } = useNotifications();
  const [corner, setCorner] = useState<keyof typeof toastCorners>('topRight');
  const pointer = usePointer();
  useLayoutEffect(() => {
    if (notifications.length > 0) setCorner(chooseToastCorner(pointer.current));
  }, [notifications, pointer]);
  return (
    <Notifications
      // Above dialogs, but below menus and dropdowns, which a toast must not cover.
      zIndex={getDefaultZIndex('modal') + 1}
      position="top-right"
      style={toastCorners[corner]}
      autoClose={toastDurationMs}
      data-no-print
    />
  );
}
