import { Notifications } from '@mantine/notifications';
import { toastMs } from '#client/api/toast.ts';

/** Where toasts appear; one that comes earlier waits in the store. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={toastMs} />;
}
