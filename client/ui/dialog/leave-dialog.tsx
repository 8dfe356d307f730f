import { type ReactNode, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveDialogProps = {
  /** True while leaving would lose input. The router supports one blocker per page. */
  when: boolean;
  /** True to ask also when only the URL's query changes. */
  guardsSearch?: boolean;
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  children: ReactNode;
};

/** Confirms navigation to another page. For closing the tab, the browser asks itself. */
export function LeaveDialog({ when, guardsSearch = false, children, ...texts }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (guardsSearch && currentLocation.search !== nextLocation.search)),
  );
  // A layout effect runs before the next paint, so that no click can come first.
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
