import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { EditConflict } from '#contract/problem.ts';
import { formatDateTime } from '#contract/values/time.ts';
import {
  formatConflictTitle,
  formatConflictValues,
  getConflictChoiceLabels,
  getOwnValues,
} from './conflict-values.ts';
import type { MarksDraft } from './draft.ts';
import { type ConflictResolution, getConflictKey } from './save-draft.ts';

type ConflictDialogProps = {
  conflicts: readonly EditConflict[];
  changes: MarksDraft;
  isSaving: boolean;
  /** Set on a page that saves several groups one after another. */
  isOfManyGroups?: boolean;
  onDecide: (choices: Readonly<Record<string, ConflictResolution>>) => void;
  onClose: () => void;
};

/** Dialog that shows the typed and the saved value of each conflicting cell, and asks which value to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflicts, changes, isSaving, isOfManyGroups, onDecide, onClose } = props;
  const [choices, setChoices] = useState<Record<string, ConflictResolution>>({});
  const open = conflicts.filter((conflict) => !choices[getConflictKey(conflict)]);
  const isAllOwn = conflicts.every(({ isOwn }) => isOwn);
  const chooseAll = (choice: ConflictResolution) =>
    setChoices(Object.fromEntries(conflicts.map((conflict) => [getConflictKey(conflict), choice])));

  return (
    <Modal
      opened
      onClose={onClose}
      title={isAllOwn ? 'You saved on another page' : 'Someone else saved first'}
      size="38rem"
    >
      <Stack gap="lg">
        <Text size="sm">
          {conflicts.length === 1
            ? 'One of your changes conflicts with'
            : `${conflicts.length} of your changes conflict with`}{' '}
          a newer value, so{' '}
          {isOfManyGroups ? 'not all groups have been saved yet' : 'nothing has been saved yet'}.
          Choose which values to keep. All other changes are unaffected.
        </Text>
        {conflicts.length > 1 && (
          <Group gap="sm">
            <Button variant="default" size="xs" onClick={() => chooseAll('mine')}>
              Keep all mine
            </Button>
            <Button variant="default" size="xs" onClick={() => chooseAll('theirs')}>
              {isAllOwn ? 'Take all saved values' : 'Take all theirs'}
            </Button>
          </Group>
        )}
        {conflicts.map((conflict) => {
          const key = getConflictKey(conflict);
          return (
            <ConflictChoice
              key={key}
              conflict={conflict}
              changes={changes}
              choice={choices[key]}
              onChoose={(choice) => setChoices({ ...choices, [key]: choice })}
            />
          );
        })}
        <DialogFooter>
          {open.length > 0 && (
            <Text size="sm" c="dimmed" mr="auto">
              {open.length} left to choose
            </Text>
          )}
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            Decide later
          </Button>
          <SubmitButton
            disabled={open.length > 0}
            isBusy={isSaving}
            busyText="Saving…"
            onPress={() => onDecide(choices)}
          >
            Save with these choices
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

type ConflictChoiceProps = {
  conflict: EditConflict;
  changes: MarksDraft;
  choice: ConflictResolution | undefined;
  onChoose: (choice: ConflictResolution) => void;
};

function ConflictChoice({ conflict, changes, choice, onChoose }: ConflictChoiceProps) {
  const zone = useTimeZone();
  const scheme = useMarkingScheme();
  const ownValues = getOwnValues(conflict, changes);
  const labels = getConflictChoiceLabels(conflict);
  return (
    <Radio.Group
      className="overlined"
      pt="md"
      label={<BidiSentence text={formatConflictTitle(conflict, scheme)} />}
      description={<BidiSentence text={formatAuthor(conflict, zone)} />}
      value={choice ?? null}
      onChange={(value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
    >
      <Stack gap="0.85rem" mt="sm">
        <Radio
          value="mine"
          label={`${labels.mine}: ${formatConflictValues(conflict, ownValues, scheme)}`}
          description={<Feedback text={ownValues.feedback} />}
        />
        <Radio
          value="theirs"
          label={`${labels.theirs}: ${formatConflictValues(conflict, conflict, scheme)}`}
          description={<Feedback text={conflict.feedback} />}
        />
      </Stack>
    </Radio.Group>
  );
}

function formatAuthor({ changedBy, changedAt, isOwn }: EditConflict, zone: string): string {
  const when = formatDateTime(changedAt, zone);
  return isOwn
    ? `You changed it on ${when}, on another page.`
    : `${changedBy} changed it on ${when}.`;
}

function Feedback({ text }: { text: string | null | undefined }) {
  return <span className="typed">{text || 'No feedback'}</span>;
}
