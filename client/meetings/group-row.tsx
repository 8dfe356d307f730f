import { Anchor, Badge, Button, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { RowButtons } from '#client/ui/list/list-table.tsx';
import { links } from '#contract/links.ts';
import type { MeetingGroup } from '#contract/meetings/lists.ts';
import { formatDays } from '#contract/rules/meetings.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';

type GroupRowProps = {
  group: MeetingGroup;
  /** Days without a meeting after which a group is listed. */
  days: number;
  onShow: () => void;
};

export function GroupRow({ group, days, onShow }: GroupRowProps) {
  const { fypGroupName, fypTitle } = group;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={links.groupTab(fypGroupName, 'meetings')} fw={600}>
          {fypGroupName}
        </Anchor>
        <Text size="sm" c="dimmed" className="breakable">
          {fypTitle}
        </Text>
      </Table.Td>
      <Table.Td>
        <LastMeeting group={group} days={days} />
      </Table.Td>
      <Table.Td>
        <Confirmation group={group} />
      </Table.Td>
      <Table.Td>
        <NextSteps group={group} />
      </Table.Td>
      <Table.Td>
        <RowButtons>
          <Button
            variant="default"
            size="xs"
            aria-label={`Show meetings of ${fypGroupName}`}
            onClick={onShow}
          >
            Show meetings
          </Button>
        </RowButtons>
      </Table.Td>
    </Table.Tr>
  );
}

function LastMeeting({
  group: { lastHeldAt, isQuiet },
  days,
}: Pick<GroupRowProps, 'group' | 'days'>) {
  const zone = useTimeZone();
  return (
    <>
      <Text size="sm" c={lastHeldAt ? undefined : 'dimmed'}>
        {lastHeldAt ? formatDateTime(lastHeldAt, zone) : 'No meeting yet'}
      </Text>
      {isQuiet && <Badge color="brass">None for {formatDays(days)}</Badge>}
    </>
  );
}

function Confirmation({ group: { confirmed, unconfirmed, sent } }: { group: MeetingGroup }) {
  return (
    <>
      {unconfirmed > 0 && <Badge color="brass">{unconfirmed} for you to confirm</Badge>}
      <Text size="sm" c="dimmed">
        {confirmed} confirmed {confirmed === 1 ? 'meeting' : 'meetings'}
        {sent > 0 && `, ${sent} sent to the group`}
      </Text>
    </>
  );
}

function NextSteps({ group: { openSteps, overdueSteps, nextDue } }: { group: MeetingGroup }) {
  if (nextDue === null) {
    return (
      <Text size="sm" c="dimmed">
        None open
      </Text>
    );
  }
  return (
    <>
      {overdueSteps > 0 && <Badge color="red">{overdueSteps} overdue</Badge>}
      <Text size="sm">
        {openSteps} open {openSteps === 1 ? 'step' : 'steps'}, next due {formatDate(nextDue)}
      </Text>
    </>
  );
}
