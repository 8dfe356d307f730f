import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import {
  confirmMeeting,
  dropCorrection,
  type Meeting,
  withdrawMeeting,
} from '#contract/meetings/meetings.ts';
import { nameMeeting } from '#contract/rules/meetings.ts';
import { meetingEndpoints } from './invalidate-meetings.ts';
import type { FormMode } from './use-meeting-form.ts';

type MeetingButtonsProps = {
  meeting: Meeting;
  onEdit: (mode: FormMode) => void;
};

export function MeetingButtons({ meeting, onEdit }: MeetingButtonsProps) {
  const { _id: meetingId, revision, actions, correction, heldAt } = meeting;
  const name = nameMeeting(heldAt, useTimeZone());
  const may = (action: Meeting['actions'][number]) => actions.includes(action);
  const confirm = useAction(confirmMeeting, {
    failure: 'Couldn’t confirm the meeting',
    invalidates: meetingEndpoints,
  });
  const what = correction && may('confirm') ? 'correction' : 'meeting';
  if (actions.length === 0) return null;
  return (
    <Group gap="xs" data-no-print>
      {may('confirm') && (
        <SubmitButton
          size="xs"
          isBusy={confirm.isRunning}
          busyText="Confirming…"
          aria-label={`Confirm ${what}: ${name}`}
          onPress={() => confirm.run({ params: { meetingId }, body: { revision } })}
        >
          {`Confirm ${what}`}
        </SubmitButton>
      )}
      {may('change') && <EditButton label="Change" name={name} onPress={() => onEdit('change')} />}
      {may('propose') && (
        <EditButton
          label={correction ? 'Change the correction' : 'Propose a correction'}
          name={name}
          onPress={() => onEdit('propose')}
        />
      )}
      {may('correct') && (
        <EditButton label="Correct" name={name} onPress={() => onEdit('correct')} />
      )}
      {may('drop-proposal') && <DropButton meeting={meeting} name={name} />}
      {may('withdraw') && <WithdrawButton meeting={meeting} name={name} />}
    </Group>
  );
}

type EditButtonProps = { label: string; name: string; onPress: () => void };

function EditButton({ label, name, onPress }: EditButtonProps) {
  return (
    <Button size="xs" variant="default" aria-label={`${label}: ${name}`} onClick={onPress}>
      {label}
    </Button>
  );
}

type ActProps = { meeting: Meeting; name: string };

function DropButton({ meeting, name }: ActProps) {
  const { _id: meetingId, revision, actions } = meeting;
  const drop = useAction(dropCorrection, {
    failure: 'Couldn’t discard the correction',
    invalidates: meetingEndpoints,
  });
  // Only the side that has not proposed the correction may confirm it.
  const label = actions.includes('confirm') ? 'Decline correction' : 'Withdraw correction';
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${label}: ${name}`}
      disabled={drop.isRunning}
      onClick={() => drop.run({ params: { meetingId }, query: { revision } })}
    >
      {label}
    </Button>
  );
}

function WithdrawButton({ meeting, name }: ActProps) {
  const { _id: meetingId, revision } = meeting;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const withdraw = useAction(withdrawMeeting, {
    failure: 'Couldn’t withdraw the meeting',
    invalidates: meetingEndpoints,
    onSettled: close,
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Withdraw: ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Withdraw the meeting?"
        confirmLabel="Withdraw"
        consequence="A withdrawn entry cannot be restored."
        isBusy={withdraw.isRunning}
        busyText="Withdrawing…"
        onConfirm={() => withdraw.run({ params: { meetingId }, query: { revision } })}
        onClose={close}
      >
        The entry about {name} will be deleted, with its decisions and next steps.
      </ConfirmDialog>
    </>
  );
}
