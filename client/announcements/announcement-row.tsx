import { Badge, Button, Table, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { PastTime } from '#client/layout/past-time.tsx';
import { RowButtons } from '#client/ui/list/list-table.tsx';
import {
  type AnnouncementState,
  type AnnouncementSummary,
  announcementStates,
} from '#contract/messages/announcements.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { AnnouncementUrlState } from './use-announcement-address.ts';
import { WithdrawButton } from './withdraw-button.tsx';

const colors: Record<AnnouncementState, string> = {
  scheduled: 'brass',
  published: 'green',
  expired: 'gray',
  withdrawn: 'gray',
};

type AnnouncementRowProps = { announcement: AnnouncementSummary; address: AnnouncementUrlState };

export function AnnouncementRow({ announcement, address }: AnnouncementRowProps) {
  const { _id, title, state, audience, createdBy } = announcement;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} className="breakable">
          {title}
        </Text>
        <Text size="sm" c="dimmed" className="breakable">
          {createdBy}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge color={colors[state]} miw="max-content">
          {announcementStates[state]}
        </Badge>
        <When announcement={announcement} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" className="breakable">
          {audience}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{formatEmails(announcement)}</Text>
        {announcement.allowsAnswers && (
          <Text size="sm" c="dimmed">
            {announcement.answers === 1 ? '1 answer' : `${announcement.answers} answers`}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <RowButtons>
          <Button
            variant="default"
            size="xs"
            aria-label={`View ${title}`}
            onClick={() => address.show(_id)}
          >
            View
          </Button>
          {state === 'scheduled' && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Edit ${title}`}
              onClick={() => address.edit(_id)}
            >
              Edit
            </Button>
          )}
          {state !== 'withdrawn' && <WithdrawButton announcement={announcement} />}
        </RowButtons>
      </Table.Td>
    </Table.Tr>
  );
}

function When({ announcement }: { announcement: AnnouncementSummary }) {
  const zone = useTimeZone();
  const { publishAt, shownUntil, withdrawnAt } = announcement;
  return (
    <Text size="sm" c="dimmed">
      <PastTime at={withdrawnAt ?? publishAt} />
      {shownUntil && !withdrawnAt && `, until ${formatDateTime(shownUntil, zone)}`}
    </Text>
  );
}

/** Example: "12 sent, 3 queued". */
function formatEmails({ byEmail, state, emails }: AnnouncementSummary): string {
  if (!byEmail) return 'No email';
  if (state === 'scheduled') return 'Will be emailed';
  const parts = (['sent', 'queued', 'failed'] as const).flatMap((name) =>
    emails[name] > 0 ? [`${emails[name]} ${name}`] : [],
  );
  return parts.length > 0 ? parts.join(', ') : 'None sent';
}
