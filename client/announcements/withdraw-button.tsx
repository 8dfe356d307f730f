import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import {
  type ListedAnnouncement,
  listAnnouncements,
  withdrawAnnouncement,
} from '#contract/announcements.ts';

export function WithdrawButton({ announcement }: { announcement: ListedAnnouncement }) {
  const { _id, title, state, byEmail } = announcement;
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useAction(withdrawAnnouncement, {
    failure: 'Failed to withdraw the announcement',
    invalidates: [listAnnouncements],
    onSettled: () => setIsAsking(false),
  });
  const what =
    state === 'scheduled'
      ? 'It is not published, and nobody is emailed.'
      : byEmail
        ? 'It leaves every desk at once. Emails that are still queued are taken back; what was sent, or is on its way, cannot be.'
        : 'It leaves every desk at once.';
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Withdraw ${title}`}
        onClick={() => setIsAsking(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Withdraw this announcement?"
        confirmLabel="Withdraw announcement"
        isDangerous
        isBusy={withdraw.isRunning}
        onConfirm={() => withdraw.run({ params: { announcementId: _id } })}
        onClose={() => setIsAsking(false)}
      >
        “<bdi>{title}</bdi>”: {what}
      </ConfirmDialog>
    </>
  );
}
