import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { useSession } from '#client/api/session/session.ts';
import { Section } from '#client/ui/section.tsx';
import { links } from '#contract/links.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import { findHome } from '#contract/settings/content.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { useNow } from './use-now.ts';

const maxDates = 4;

/** Lists the next deadlines, the soonest first. For an admin, each leads to the form that moves it. */
export function NextDates() {
  const { data: home } = useQuery(buildQueryOptions(findHome));
  const { now } = useNow();
  const zone = useTimeZone();
  const isAdmin = useSession()?.role === 'admin';
  if (!home) return null;
  const next = home.deadlines
    .filter((deadline) => !isDeadlinePassed(deadline, now))
    .toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due))
    .slice(0, maxDates);
  return (
    <Section title="Next dates">
      {next.length === 0 ? (
        <Text c="dimmed">No upcoming deadlines.</Text>
      ) : (
        <ul className="plain ruled" aria-label="Next dates">
          {next.map(({ _id, title, due }) => (
            <li key={_id}>
              <Text className="breakable">
                {isAdmin ? (
                  <Anchor component={Link} to={links.deadlineSetting(_id)} inherit>
                    {title}
                  </Anchor>
                ) : (
                  title
                )}
              </Text>
              <Group justify="space-between" gap="0 0.75rem">
                <Text size="sm" c="dimmed">
                  <time dateTime={due}>{formatDateTime(due, zone)}</time>
                </Text>
                <Text size="sm" c="dimmed">
                  {formatRelativeDueDate(due, now)}
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
