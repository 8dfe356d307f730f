import { Anchor, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '#client/api/session.ts';
import { CalendarAddress } from '#client/calendar/calendar-address.tsx';
import { Desk } from '#client/desk/desk.tsx';
import { paths } from '#client/paths.ts';
import { ExtensionRequests } from '#client/submissions/extension-requests.tsx';
import { MuteReminders } from '#client/submissions/mute-reminders.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export function Component() {
  const role = useSession()?.role;
  const isStaff = role === 'admin' || role === 'faculty';
  return (
    <>
      <PageHeader
        title="Desk"
        description="What waits for you, the most urgent first."
        actions={
          isStaff && (
            <Group gap="md" data-no-print>
              <Anchor component={Link} to={paths.board}>
                Board
              </Anchor>
              <Anchor component={Link} to={paths.insights}>
                Insights
              </Anchor>
            </Group>
          )
        }
      />
      <Stack gap="lg">
        <Desk />
        {isStaff && <ExtensionRequests />}
        {role === 'student' && <MuteReminders />}
        <CalendarAddress />
      </Stack>
    </>
  );
}
