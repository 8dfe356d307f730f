import { notifications } from '@mantine/notifications';
import { safeStorage } from './session/safe-storage.ts';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

/** Default duration of a toast (spec 9). */
export const toastDurationMs = 5000;
/** Duration of a toast in the admin panel (spec 4). */
export const adminToastDurationMs = 3000;

const colors = { success: 'green', error: 'red', warning: 'brass', info: 'pine' } as const;
const carriedKey = 'carried-toast';
type CarriedToast = { kind: ToastKind; message: string; ms: number; detail: string };

/** Ids of the latest toast of each source. */
const latestIds = new Map<string, string>();

/** `source` is the form or action whose earlier toast this one replaces. By default, the toast with the same text. */
function show(
  kind: ToastKind,
  message: string,
  autoClose: number,
  detail = '',
  source = message + detail,
) {
  const isUrgent = kind === 'error' || kind === 'warning';
  notifications.hide(latestIds.get(source) ?? '');
  const id = notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    autoClose,
    color: colors[kind],
    // Screen readers announce `alert` at once and `status` after the current sentence.
    role: isUrgent ? 'alert' : 'status',
    'data-kind': kind,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
  latestIds.set(source, id);
}

/** Shows a toast: `toast.success('Group deleted')`. The arguments after the duration are an optional second line and the source. */
export const toast = {
  success: (message: string, ms = toastDurationMs, detail?: string, source?: string) =>
    show('success', message, ms, detail, source),
  error: (message: string, ms = toastDurationMs, detail?: string, source?: string) =>
    show('error', message, ms, detail, source),
  warning: (message: string, ms = toastDurationMs, detail?: string, source?: string) =>
    show('warning', message, ms, detail, source),
  info: (message: string, ms = toastDurationMs, detail?: string, source?: string) =>
    show('info', message, ms, detail, source),
};

/** Shows a toast now and again on the next page, because a full-page redirect removes the first one. */
export function showToastAcrossRedirect(
  kind: ToastKind,
  message: string,
  ms = toastDurationMs,
  detail = '',
) {
  show(kind, message, ms, detail);
  safeStorage.session.setItem(carriedKey, JSON.stringify({ kind, message, ms, detail }));
}

/** Shows the toast carried over from the previous page. Called once when the application starts. */
export function showPendingToast() {
  const carried = safeStorage.session.getItem(carriedKey);
  if (carried === null) return;
  safeStorage.session.removeItem(carriedKey);
  const { kind, message, ms, detail }: CarriedToast = JSON.parse(carried);
  show(kind, message, ms, detail);
}
