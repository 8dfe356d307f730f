import { Button, Group, Stack, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type Booking, cancelSlot, getOfficeHours } from '#contract/meetings/office-hours.ts';
import { formatMinutes } from '#contract/rules/meetings.ts';
import { bookableDays } from '#contract/rules/office-hours.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { OfficeHoursForm } from './office-hours-form.tsx';

/** The weekly office hours of a supervisor, and the slots that groups have booked. */
export function OfficeHoursSection() {
  const read = useRead(
    getOfficeHours,
    {},
    { failure: 'Couldn’t load your office hours', staleTime: 0 },
  );
  return (
    <Section
      title="Office hours"
      description={`Members of your groups can book a slot up to ${bookableDays} days ahead. Booked slots appear in your calendar and in theirs.`}
    >
      <Loaded read={read} loading={<LoadingLines lines={4} label="Loading your office hours…" />}>
        {({ bookings, ...officeHours }) => (
          <Stack gap="lg">
            {bookings.length > 0 && (
              <ul className="plain ruled" aria-label="Booked slots">
                {bookings.map((booking) => (
                  <BookedSlot key={booking._id} booking={booking} />
                ))}
              </ul>
            )}
            <OfficeHoursForm officeHours={officeHours} />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function BookedSlot({ booking }: { booking: Booking }) {
  const zone = useTimeZone();
  const { _id: bookingId, startsAt, minutes, fypGroupName, bookedBy } = booking;
  const when = formatDateTime(startsAt, zone);
  const cancel = useAction(cancelSlot, {
    failure: 'Couldn’t cancel the slot',
    invalidates: [getOfficeHours],
  });
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <div>
          <Text>
            {when}, {formatMinutes(minutes)}
          </Text>
          <Text size="sm" c="dimmed" className="breakable">
            <bdi>{fypGroupName}</bdi>, booked by <bdi>{bookedBy}</bdi>
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          aria-label={`Cancel slot of ${fypGroupName} on ${when}`}
          disabled={cancel.isRunning}
          onClick={() => cancel.run({ params: { bookingId } })}
        >
          Cancel slot
        </Button>
      </Group>
    </li>
  );
}
