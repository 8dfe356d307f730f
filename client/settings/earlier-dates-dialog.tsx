import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import type { EarlierDueDate } from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { KeptDueDatesQuestion } from './use-earlier-dates.ts';

const keyOf = ({ deadlineId, groupId }: EarlierDueDate) => `${deadlineId} ${groupId}`;

/** Lists groups whose own due date is before the new common date, and asks which groups keep their own date. */
export function KeepDueDatesDialog({ groups, answer }: KeptDueDatesQuestion) {
  const [keptKeys, setKept] = useState<ReadonlySet<string>>(new Set());
  const choose = (group: EarlierDueDate, isKept: boolean) => {
    const next = new Set(keptKeys);
    if (isKept) next.add(keyOf(group));
    else next.delete(keyOf(group));
    setKept(next);
  };
  const save = () =>
    answer(
      groups
        .filter((group) => keptKeys.has(keyOf(group)))
        .map(({ groupId, deadlineId, ownDue }) => ({ groupId, deadlineId, ownDue })),
    );
  const byDeadline = Map.groupBy(groups, ({ deadlineId }) => deadlineId);
  return (
    <Modal
      opened
      onClose={() => answer(undefined)}
      title="Extensions that would end before the new date"
      size="36rem"
    >
      <Stack gap="md">
        <Text size="sm">
          {groups.length === 1 ? 'This group has' : 'These groups have'} an extension that ends
          before the new date for everyone. The new date applies, unless you keep the earlier one.
          Its members are notified by email.
        </Text>
        {[...byDeadline].map(([id, ofDeadline]) => (
          <DeadlineGroups key={id} groups={ofDeadline} kept={keptKeys} onChoose={choose} />
        ))}
        <DialogFooter>
          <Button variant="default" onClick={() => answer(undefined)}>
            Cancel
          </Button>
          <Button onClick={save}>Save deadlines</Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

type OneDeadlineProps = {
  groups: readonly EarlierDueDate[];
  kept: ReadonlySet<string>;
  onChoose: (group: EarlierDueDate, isKept: boolean) => void;
};

function DeadlineGroups({ groups, kept: keptKeys, onChoose }: OneDeadlineProps) {
  const zone = useTimeZone();
  const [first] = groups;
  if (!first) return null;
  return (
    <section aria-label={first.title}>
      <Text fw={600}>{first.title}</Text>
      <Text size="sm" c="dimmed" mb="md">
        New date for everyone: {formatDateTime(first.due, zone)}
      </Text>
      <ul className="plain ruled">
        {groups.map((group) => (
          <li key={group.groupId}>
            <Radio.Group
              label={group.fypGroupName}
              value={keptKeys.has(keyOf(group)) ? 'own' : 'all'}
              onChange={(value) => onChoose(group, value === 'own')}
            >
              <Group gap="0.6rem 1.5rem" mt={6}>
                <Radio value="all" label="Use the new date" />
                <Radio value="own" label={`Keep ${formatDateTime(group.ownDue, zone)}`} />
              </Group>
            </Radio.Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
