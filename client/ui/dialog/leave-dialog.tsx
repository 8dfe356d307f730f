import { type ReactNode, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveDialogProps = {
  /** True while leaving the page would discard input. The router supports only one `LeavePageDialog` per page. */
  when: boolean;
  /** True to ask even if only the query string of the URL would change, or the parameters whose change asks. */
  guardsSearch?: boolean | readonly string[];
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  children: ReactNode;
};

function hasGuardedChange(guarded: boolean | readonly string[], from: string, to: string) {
  if (typeof guarded === 'boolean') return guarded && from !== to;
  const [before, after] = [new URLSearchParams(from), new URLSearchParams(to)];
  return guarded.some((name) => before.get(name) !== after.get(name));
}

/** Asks for confirmation before the user leaves the page. If the user closes the tab, the browser asks. */
export function LeavePageDialog({
  when,
  guardsSearch = false,
  children,
  ...texts
}: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (currentLocation.pathname !== nextLocation.pathname ||
        hasGuardedChange(guardsSearch, currentLocation.search, nextLocation.search)),
  );
  // Use a layout effect, so that the `beforeunload` listener is registered before the user's next action.
  useLayoutEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  return (
    <ConfirmDialog
      {...texts}
      opened={blocker.state === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
