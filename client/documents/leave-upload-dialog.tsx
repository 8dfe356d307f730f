import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';

export const LeaveUploadDialog = ({ when }: { when: boolean }) => (
  <LeavePageDialog
    when={when}
    title="Leave and cancel the upload?"
    confirmLabel="Leave"
    cancelLabel="Stay"
  >
    A file is still being uploaded. Leaving this page cancels the upload.
  </LeavePageDialog>
);
