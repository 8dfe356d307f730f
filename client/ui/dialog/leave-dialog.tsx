import { type ReactNode, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveDialogProps = {
  /**
   * True while leaving would lose input. Render only one `LeaveDialog` per page, because the router
   * supports only one blocker.
   */
  when: boolean;
  /** True to ask even if only the URL's query changes. */
  guardsSearch?: boolean;
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  children: ReactNode;
};

/** Asks for confirmation before navigation. If the tab is closed, the browser asks instead. */
export function LeaveDialog({ when, guardsSearch = false, children, ...texts }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (guardsSearch && currentLocation.search !== nextLocation.search)),
  );
  // Use a layout effect, which runs before the user can click again.
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
