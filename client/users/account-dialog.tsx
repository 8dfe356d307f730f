import { Stack, Text } from '@mantine/core';
import { useSession } from '#client/api/session/session.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { type User, updateUser } from '#contract/users.ts';
import { userEndpoints } from './invalidate-users.ts';
import { logOutAfterOwnChange } from './own-account.ts';

const actions = {
  block: {
    label: 'Block',
    body: { blocked: true },
    text: 'The account is logged out everywhere at once and cannot log in until it is unblocked. Nothing is deleted.',
  },
  unblock: {
    label: 'Unblock',
    body: { blocked: false },
    text: 'The account can log in again with its previous password.',
  },
  confirm: {
    label: 'Confirm email',
    body: { confirmed: true },
    text: 'You confirm that this email address belongs to the person. The account can then open its group. Because anyone could have signed up with this address, the account is logged out everywhere and its password is replaced.',
  },
} as const;

type UpdateReply = EndpointReply<typeof updateUser>;
export type AccountAction = { user: User; action: keyof typeof actions };

type AccountDialogProps = {
  asked: AccountAction | undefined;
  onDone: (reply: UpdateReply) => void;
  onClose: () => void;
};

function formatSuccess(asked: AccountAction | undefined, reply: UpdateReply): string {
  const isConfirmed = asked?.action === 'confirm' && reply.oneTimePassword === undefined;
  return isConfirmed
    ? `${asked.user.name} confirmed. We emailed them a link to choose a password.`
    : (reply.message ?? 'User updated successfully');
}

export function AccountDialog({ asked, onDone, onClose }: AccountDialogProps) {
  const shown = useLastDefined(asked);
  const { label, body, text } = actions[shown?.action ?? 'block'];
  const isBlock = shown?.action === 'block';
  const blocksOneself = useSession()?.userId === shown?.user._id && isBlock;
  const change = useAction(updateUser, {
    failure: 'Failed to update user',
    toastFor: adminToastDurationMs,
    ...(blocksOneself
      ? { success: '', onDone: logOutAfterOwnChange }
      : {
          success: (reply) => formatSuccess(shown, reply),
          onDone,
          invalidates: userEndpoints,
        }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={`${label}: ${shown?.user.name ?? ''}`}
      confirmLabel={label}
      consequence={isBlock ? 'You can undo this at any time with “Unblock”.' : undefined}
      isBusy={change.isRunning}
      onConfirm={() => asked && change.run({ params: { userId: asked.user._id }, body })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{text}</Text>
        {blocksOneself && (
          <Text fw={600}>
            This is your own account. You’ll be logged out, and only another admin can unblock you.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
