import { Stack } from '@mantine/core';
import { useSession } from '#client/api/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { CalendarUrl } from '#client/calendar/calendar-url.tsx';
import { Desk } from '#client/desk/desk.tsx';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { ExtensionRequests } from '#client/submissions/extension-requests.tsx';
import { MuteReminders } from '#client/submissions/mute-reminders.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { findDesk } from '#contract/desk.ts';

export function Component() {
  const role = useSession()?.role;
  const desk = useRead(findDesk, {}, { failure: 'Failed to load your desk', staleTime: 0 });
  // Show the sections below after the desk has loaded, so that they do not move.
  const isDrawn = desk.data !== undefined || desk.error !== undefined;
  const isStaff = role === 'admin' || role === 'faculty';
  return (
    <>
      <PageHeader
        title="Desk"
        description="Your tasks, most urgent first."
        actions={isStaff && <StaffLinks />}
      />
      <Stack gap="lg">
        <Desk />
        {isDrawn && isStaff && <ExtensionRequests />}
        {isDrawn && <CalendarUrl />}
        {isDrawn && role === 'student' && <MuteReminders />}
      </Stack>
    </>
  );
}
