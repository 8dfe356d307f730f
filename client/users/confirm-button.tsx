import { Button } from '@mantine/core';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { type User, updateUser } from '#contract/users.ts';
import { userEndpoints } from './invalidate-users.ts';

/** Confirms an account without a dialog, because a note in the user list already explains the effect. */
export function ConfirmUserButton({ user }: { user: User }) {
  const confirm = useAction(updateUser, {
    success: `${user.name} is confirmed.`,
    failure: 'Failed to update user',
    toastFor: adminToastDurationMs,
    invalidates: userEndpoints,
  });
  return (
    <Button
      size="xs"
      aria-label={`Confirm ${user.name}`}
      loading={confirm.isRunning}
      onClick={() => confirm.run({ params: { userId: user._id }, body: { confirmed: true } })}
    >
      Confirm
    </Button>
  );
}
