import { Checkbox, Paper } from '@mantine/core';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { RemindedGroup } from '#contract/board.ts';
import { formatDateTime } from '#contract/values/time.ts';

const skippedTexts: Record<NonNullable<RemindedGroup['skipped']>, string> = {
  'nothing-missing': 'No email: nothing is missing.',
  excused: 'No email: excused.',
  'too-often': 'No email: reminded less than an hour ago.',
  'before-group': 'No email: the deadline passed before the group was created.',
  'other-program': 'No email: not for this program.',
};

function formatReminder(
  { skipped, missing, recipients, due, remindedAt }: RemindedGroup,
  zone: string,
  kindLabel: (kind: string) => string,
): string {
  if (skipped) return skippedTexts[skipped];
  const labels = missing.map(kindLabel).join(', ');
  const people = recipients.map(({ name, email }) => `${name} (${email})`).join(', ');
  const last = remindedAt ? ` Last reminded ${formatDateTime(remindedAt, zone)}.` : '';
  return `${labels}, due ${formatDateTime(due, zone)}. To ${people}.${last}`;
}

type RemindedGroupListProps = {
  groups: readonly RemindedGroup[];
  isChosen: (group: RemindedGroup) => boolean;
  /** Undefined once the emails are queued. */
  onToggle: ((group: RemindedGroup) => void) | undefined;
};

export function RemindedGroupList({ groups, isChosen, onToggle }: RemindedGroupListProps) {
  const zone = useTimeZone();
  const kindLabel = useKindLabel();
  return (
    <Paper
      p="sm"
      withBorder
      mah="18rem"
      style={{ overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label="Emails for each group"
    >
      <ul className="plain ruled">
        {groups.map((group) => (
          <li key={group.groupId}>
            <Checkbox
              label={group.fypGroupName}
              description={<BidiSentence text={formatReminder(group, zone, kindLabel)} />}
              checked={isChosen(group)}
              disabled={!onToggle || group.skipped !== null}
              onChange={() => onToggle?.(group)}
            />
          </li>
        ))}
      </ul>
    </Paper>
  );
}
