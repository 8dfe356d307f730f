import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';

/** Asks before he goes to another tab, group or page, or reloads, with something unsaved. */
export function LeaveWarning({ count }: { count: number }) {
  const isUnsaved = count > 0;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && (from.pathname !== to.pathname || from.search !== to.search),
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  const changes = count === 1 ? '1 change is' : `${count} changes are`;
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {changes} not saved, and nobody has been told. What you typed waits here, in this browser tab,
      until you come back to this group.
    </ConfirmDialog>
  );
}
