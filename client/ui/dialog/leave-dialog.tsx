import { type ReactNode, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveDialogProps = {
  /** True while leaving would lose something. One of these per page: the router knows only one. */
  when: boolean;
  /** Asks also when only the address's search changes: for a page that keeps what it shows there. */
  guardsSearch?: boolean;
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  children: ReactNode;
};

/** Asks before another page of the portal is opened; for closing the tab the browser has a question of its own. */
export function LeaveDialog({ when, guardsSearch = false, children, ...texts }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (guardsSearch && currentLocation.search !== nextLocation.search)),
  );
  // Before what would be lost is drawn: an effect would follow a moment later.
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
