import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { mailGroup } from '#contract/marks.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { hasMarks } from './has-marks.ts';

type SendAgainDialogProps = {
  group: FullGroup;
  part: SchemePart;
  lastSent: readonly { memberId: string; at: string }[];
  onSent: (emailIds: readonly string[]) => void;
  onClose: () => void;
};

/** Emails the selected members their marks and feedback again, even though no mark has changed. */
export function SendAgainDialog(props: SendAgainDialogProps) {
  const { group, part, lastSent, onSent, onClose } = props;
  const zone = useTimeZone();
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const sending = useAction(mailGroup, {
    failure: 'Couldn’t send the email again',
    isInline: true,
    onDone: ({ emailIds }) => onSent(emailIds),
  });
  const send = () =>
    sending.run({
      params: { groupId: group._id },
      body: { again: selectedIds, semester: part.title },
    });
  const lastOf = (memberId: string) => {
    const last = lastSent.find((sent) => sent.memberId === memberId);
    return last ? `Last email sent ${formatDateTime(last.at, zone)}` : 'No email sent yet';
  };
  return (
    <Modal opened onClose={onClose} title="Send the last email again?" size="30rem">
      <Stack gap="lg">
        <Text size="sm">
          No marks have changed, so no emails were sent. Choose who should get their current{' '}
          <bdi>{part.title}</bdi> marks and feedback again.
        </Text>
        {sending.error && (
          <Alert color="red" role="alert">
            {sending.error}
          </Alert>
        )}
        <Checkbox.Group value={selectedIds} onChange={setSelectedIds} label="Members">
          <Stack gap="sm" mt="xs">
            {group.fypGroupMembers.map((member) => {
              const isMarked = hasMarks(group, member, part);
              return (
                <Checkbox
                  key={member._id}
                  value={member._id}
                  label={
                    <>
                      <bdi>{member.name}</bdi>, {member.email}
                    </>
                  }
                  description={isMarked ? lastOf(member._id) : `No marks on ${part.title} yet`}
                  disabled={!isMarked}
                />
              );
            })}
          </Stack>
        </Checkbox.Group>
        <DialogFooter>
          <Button variant="default" onClick={onClose} disabled={sending.isRunning}>
            Cancel
          </Button>
          <SubmitButton
            disabled={selectedIds.length === 0}
            isBusy={sending.isRunning}
            busyText="Sending…"
            onPress={send}
          >
            Send again
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
