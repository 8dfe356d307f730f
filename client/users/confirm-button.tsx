import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { type User, updateUser } from '#contract/users.ts';
import { invalidateUsers } from './invalidate-users.ts';

/** Confirms an account by one click, where the list says what that means. */
export function ConfirmButton({ user }: { user: User }) {
  const confirm = useMutation({
    mutationFn: () => call(updateUser, { params: { userId: user._id }, body: { confirmed: true } }),
    onSuccess: async () => {
      toast.success(`${user.name} is confirmed.`, adminToastMs);
      await invalidateUsers();
    },
    onError: (error) => {
      if (!isCancelled(error)) {
        toast.error(messageOf(error, 'Failed to update user'), adminToastMs);
      }
    },
  });
  return (
    <Button
      size="xs"
      aria-label={`Confirm ${user.name}`}
      loading={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      Confirm
    </Button>
  );
}
