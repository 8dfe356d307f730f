import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import {
  countUnreadMessages,
  type DiscussionMessage,
  listMessages,
  removeMessage,
} from '#contract/messages/discussion.ts';

type RemoveDialogProps = { message: DiscussionMessage; opened: boolean; onClose: () => void };

export function RemoveDialog({ message, opened, onClose }: RemoveDialogProps) {
  const { _id: messageId, attachment } = message;
  const removal = useAction(removeMessage, {
    failure: 'Couldn’t remove the message',
    invalidates: [listMessages, countUnreadMessages],
    onSettled: () => {
      onClose();
      document.getElementById(`message-${messageId}`)?.focus({ preventScroll: true });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove this message?"
      confirmLabel="Remove"
      consequence={`Its text ${attachment ? 'and its file ' : ''}cannot be restored, and an email about it may already have been sent.`}
      isBusy={removal.isRunning}
      busyText="Removing…"
      onConfirm={() => removal.run({ params: { messageId } })}
      onClose={onClose}
    >
      The discussion will show who removed it.
    </ConfirmDialog>
  );
}
