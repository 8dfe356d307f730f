import { Notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect, useState } from 'react';
import { toastDurationMs } from '#client/api/toast.ts';
import { chooseCorner, corners } from './toast-corner.ts';

/** Renders the toasts, including those that were queued before this component mounted. */
export function Toasts() {
  const { notifications } = useNotifications();
  const [corner, setCorner] = useState<keyof typeof corners>('topRight');
  useLayoutEffect(() => {
    if (notifications.length > 0) setCorner(chooseCorner());
  }, [notifications]);
  return (
    <Notifications
      position="top-right"
      style={corners[corner]}
      autoClose={toastDurationMs}
      data-no-print
    />
  );
}
