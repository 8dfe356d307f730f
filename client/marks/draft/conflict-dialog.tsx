import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { milestones } from '#contract/milestones.ts';
import type { Conflict } from '#contract/problem.ts';
import { formatDate, formatDateTime } from '#contract/time.ts';
import classes from './conflict-dialog.module.css';
import { type Draft, readMarks } from './draft.ts';
import { type Choice, conflictKey } from './save-draft.ts';

type ConflictDialogProps = {
  conflicts: readonly Conflict[];
  changes: Draft;
  isSaving: boolean;
  onDecide: (choices: Readonly<Record<string, Choice>>) => void;
  onClose: () => void;
};

type Values = Pick<Conflict, 'marks' | 'feedback' | 'vivaDate' | 'vivaStatus'>;

function titleOf({ memberName, milestone }: Conflict): string {
  const known = Object.entries(milestones).find(([key]) => key === milestone);
  return known ? `${memberName}: ${known[1].title}` : 'Viva record';
}

/** What a cell will hold if he keeps his: his own, and theirs where he typed nothing. */
function mineOf(conflict: Conflict, { cells, viva }: Draft): Values {
  const cell = cells.find(
    ({ memberId, milestone }) => memberId === conflict.memberId && milestone === conflict.milestone,
  );
  if (cell) {
    return {
      marks: cell.marks === undefined ? conflict.marks : readMarks(cell.marks),
      feedback: cell.feedback ?? conflict.feedback,
    };
  }
  return {
    marks: null,
    feedback: viva?.vivaFeedback ?? conflict.feedback,
    vivaDate: viva?.vivaDate ?? conflict.vivaDate,
    vivaStatus: viva?.vivaStatus ?? conflict.vivaStatus,
  };
}

function inWords(conflict: Conflict, { marks, vivaDate, vivaStatus }: Values): string {
  const known = Object.entries(milestones).find(([key]) => key === conflict.milestone);
  if (known) return marks === null ? 'no marks' : `${marks} / ${known[1].total}`;
  return `${vivaDate ? formatDate(vivaDate) : 'no date'}, ${vivaStatus || 'pending'}`;
}

/** Somebody else saved the same cells first: shows both values of each, and he chooses which one stands. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflicts, changes, isSaving, onDecide, onClose } = props;
  const zone = useTimeZone();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const open = conflicts.filter((conflict) => !choices[conflictKey(conflict)]);
  const chooseAll = (choice: Choice) =>
    setChoices(Object.fromEntries(conflicts.map((conflict) => [conflictKey(conflict), choice])));

  return (
    <Modal opened onClose={onClose} title="Somebody else saved first" size="38rem">
      <Stack gap="lg">
        <Text size="sm">
          {conflicts.length === 1
            ? 'One of your changes meets'
            : `${conflicts.length} of your changes meet`}{' '}
          a newer value, so nothing has been saved yet. Choose what stands; everything else that you
          typed is untouched.
        </Text>
        {conflicts.length > 1 && (
          <Group gap="sm">
            <Button variant="default" size="xs" onClick={() => chooseAll('mine')}>
              Keep all mine
            </Button>
            <Button variant="default" size="xs" onClick={() => chooseAll('theirs')}>
              Take all theirs
            </Button>
          </Group>
        )}
        {conflicts.map((conflict) => {
          const key = conflictKey(conflict);
          const mine = mineOf(conflict, changes);
          return (
            <Radio.Group
              key={key}
              className={classes.conflict}
              label={titleOf(conflict)}
              description={`${conflict.changedBy} changed it on ${formatDateTime(conflict.changedAt, zone)}.`}
              value={choices[key] ?? null}
              onChange={(value) =>
                setChoices({ ...choices, [key]: value === 'mine' ? 'mine' : 'theirs' })
              }
            >
              <Stack gap="0.85rem" mt="sm" className={classes.choices}>
                <Radio
                  value="mine"
                  label={`Keep mine: ${inWords(conflict, mine)}`}
                  description={mine.feedback || 'No feedback'}
                />
                <Radio
                  value="theirs"
                  label={`Take theirs: ${inWords(conflict, conflict)}`}
                  description={conflict.feedback || 'No feedback'}
                />
              </Stack>
            </Radio.Group>
          );
        })}
        <Group justify="flex-end" gap="sm">
          {open.length > 0 && (
            <Text size="sm" c="dimmed" mr="auto">
              {open.length} still to choose
            </Text>
          )}
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            Decide later
          </Button>
          <Button onClick={() => onDecide(choices)} disabled={open.length > 0} loading={isSaving}>
            Save with these choices
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
