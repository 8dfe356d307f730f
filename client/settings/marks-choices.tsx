import { Group, Radio, Stack } from '@mantine/core';
import type { AffectedMilestone, MarkConversionMode } from '#contract/rules/scheme-change.ts';
import type { MarksConversion } from '#contract/settings/settings.ts';

type MarksChoicesProps = {
  affected: readonly AffectedMilestone[];
  value: MarksConversion;
  onChange: (value: MarksConversion) => void;
  /** True to show an error for each milestone for which the user has not made a choice. */
  isChecked: boolean;
};

const labels: Record<MarkConversionMode, string> = {
  scale: 'Scale the marks',
  keep: 'Keep the marks as numbers',
  remove: 'Remove the marks',
};

export const isEveryChoiceMade = (affected: readonly AffectedMilestone[], value: MarksConversion) =>
  affected.every(({ milestone }) => value[milestone] !== undefined);

export function MarksTreatmentFields({ affected, value, onChange, isChecked }: MarksChoicesProps) {
  return (
    <Stack gap="md">
      {affected.map((change) => (
        <Radio.Group
          key={change.milestone}
          label={
            <>
              <bdi>{change.title}</bdi>: {formatChange(change)}
            </>
          }
          description={formatEffect(change)}
          required
          value={value[change.milestone] ?? null}
          error={
            isChecked && !value[change.milestone]
              ? 'Choose what happens to these marks.'
              : undefined
          }
          onChange={(choice) =>
            onChange({ ...value, [change.milestone]: choice as MarkConversionMode })
          }
        >
          <Group gap="0.5rem 1.25rem" my={4}>
            {change.choices.map((choice) => (
              <Radio key={choice} value={choice} label={labels[choice]} />
            ))}
          </Group>
        </Radio.Group>
      ))}
    </Stack>
  );
}

function formatChange(change: AffectedMilestone): string {
  const { totalBefore, totalAfter, weightBefore, weightAfter } = change;
  if (totalAfter === null) return 'removed';
  return [
    ...(totalAfter === totalBefore ? [] : [`total from ${totalBefore} to ${totalAfter}`]),
    ...(weightAfter === weightBefore ? [] : [`weight from ${weightBefore} to ${weightAfter}`]),
  ].join(', ');
}

/** Describes how a new milestone total would change stored marks, with an example of scaling and of keeping them. */
function formatEffect({ count, highest, totalBefore, totalAfter }: AffectedMilestone): string {
  const marks = count === 1 ? '1 mark' : `${count} marks`;
  if (totalAfter === null) return `${marks}. Entries without a mark contain feedback.`;
  if (totalAfter === totalBefore) {
    return `${marks}. They stay the same, but count differently in the final mark.`;
  }
  if (highest !== null && highest > totalAfter) {
    return `${marks}. You can’t keep them, because the highest, ${highest}, exceeds the new total.`;
  }
  return `${marks}. Scaled, ${totalBefore} of ${totalBefore} becomes ${totalAfter} of ${totalAfter}; kept, ${highest} of ${totalBefore} becomes ${highest} of ${totalAfter}.`;
}
