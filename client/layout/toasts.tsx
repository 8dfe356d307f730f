import { getDefaultZIndex } from '@mantine/core';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect, useState } from 'react';
import { toastDurationMs } from '#client/api/toast.ts';
import { chooseToastCorner, toastCorners } from './toast-corner.ts';

export function Toasts() {
  const { notifications } = useNotifications();
  const [corner, setCorner] = useState<keyof typeof toastCorners>('topRight');
  useLayoutEffect(() => {
    if (notifications.length > 0) setCorner(chooseToastCorner());
  }, [notifications]);
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
