import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import {
  type AnnouncementSummary,
  listAnnouncements,
  withdrawAnnouncement,
} from '#contract/messages/announcements.ts';

export function WithdrawButton({ announcement }: { announcement: AnnouncementSummary }) {
  const { _id, title, state, byEmail } = announcement;
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useAction(withdrawAnnouncement, {
    failure: 'Couldn’t withdraw the announcement',
    invalidates: [listAnnouncements],
    onSettled: () => setIsAsking(false),
  });
  const consequence =
    state === 'scheduled'
      ? 'It won’t be published or emailed.'
      : byEmail
        ? 'It will be removed from all desks at once. Queued emails will be cancelled, but emails that were already sent can’t be recalled.'
        : 'It will be removed from all desks at once.';
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
        consequence={`This cannot be undone. ${consequence}`}
        isBusy={withdraw.isRunning}
        busyText="Withdrawing…"
        onConfirm={() => withdraw.run({ params: { announcementId: _id } })}
        onClose={() => setIsAsking(false)}
      >
        “<bdi>{title}</bdi>” will be withdrawn.
      </ConfirmDialog>
    </>
  );
}
