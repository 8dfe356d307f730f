import { Stack } from '@mantine/core';
import { useSession } from '#client/api/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { CalendarAddress } from '#client/calendar/calendar-address.tsx';
import { Desk } from '#client/desk/desk.tsx';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { ExtensionRequests } from '#client/submissions/extension-requests.tsx';
import { MuteReminders } from '#client/submissions/mute-reminders.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { findDesk } from '#contract/desk.ts';

export function Component() {
  const role = useSession()?.role;
  const desk = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  // What stands below comes once it is known how long the desk is, so that nothing moves.
  const isDrawn = desk.data !== undefined || desk.error !== undefined;
  const isStaff = role === 'admin' || role === 'faculty';
  return (
    <>
      <PageHeader
        title="Desk"
        description="What waits for you, the most urgent first."
        actions={isStaff && <StaffLinks />}
      />
      <Stack gap="lg">
        <Desk />
        {isDrawn && isStaff && <ExtensionRequests />}
        {isDrawn && <CalendarAddress />}
        {isDrawn && role === 'student' && <MuteReminders />}
      </Stack>
    </>
  );
}
