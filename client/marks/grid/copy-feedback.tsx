import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { toast } from '#client/api/toast.ts';
import type { CellPosition } from '#client/marks/draft/draft.ts';
import { listOtherMembersCells } from '#client/marks/draft/read-draft.ts';
import type { MarksFormState } from '#client/marks/draft/use-marks-form.ts';
import { Consequence } from '#client/ui/dialog/consequence.tsx';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { findMilestone } from '#contract/rules/scheme.ts';

/** Copies a member's feedback to the rest of the group. Asks for confirmation before replacing existing feedback. */
export function useCopyFeedback(group: FullGroup, form: MarksFormState) {
  const scheme = useMarkingScheme();
  const [pendingCopy, setPendingCopy] = useState<CellPosition>();
  const titleOf = ({ milestone }: CellPosition) => findMilestone(scheme, milestone)?.title ?? '';

  const withOther = (from: CellPosition) => {
    const { feedback } = form.cellAt(from);
    return listOtherMembersCells(group, from).filter((place) => {
      const theirs = form.cellAt(place).feedback;
      return theirs !== '' && theirs !== feedback;
    });
  };
  const copy = (from: CellPosition, isReplacing: boolean) => {
    form.copyFeedback(from, isReplacing);
    setPendingCopy(undefined);
    toast.info(`Feedback on ${titleOf(from)} copied. It isn’t saved yet.`);
  };
  const ask = (from: CellPosition) =>
    withOther(from).length > 0 ? setPendingCopy(from) : copy(from, true);

  const element = pendingCopy && (
    <ReplaceDialog
      title={titleOf(pendingCopy)}
      names={withOther(pendingCopy).map((place) => nameOf(group, place))}
      onDecide={(isReplacing) => copy(pendingCopy, isReplacing)}
      onClose={() => setPendingCopy(undefined)}
    />
  );
  return { ask, element };
}

const nameOf = (group: FullGroup, { memberId }: CellPosition) =>
  group.fypGroupMembers.find(({ _id }) => _id === memberId)?.name ?? '';

type ReplaceDialogProps = {
  title: string;
  names: readonly string[];
  onDecide: (isReplacing: boolean) => void;
  onClose: () => void;
};

function ReplaceDialog({ title, names, onDecide, onClose }: ReplaceDialogProps) {
  const nameList = new Intl.ListFormat('en-GB').format(names);
  return (
    <Modal opened onClose={onClose} title="Replace existing feedback?" size="28rem">
      <Stack gap="lg">
        <Text>
          <BidiSentence text={nameList} /> already {names.length === 1 ? 'has' : 'have'} different
          feedback on <bdi>{title}</bdi>.
        </Text>
        <Consequence>Unsaved feedback that you replace can’t be restored.</Consequence>
        <DialogFooter>
          <Button variant="default" onClick={() => onDecide(false)} data-autofocus>
            Fill empty fields only
          </Button>
          <Button color="red" onClick={() => onDecide(true)}>
            Replace all
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
