import { Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { ListSection } from '#client/ui/list/list-section.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { bookSlot, cancelSlot, listSlots } from '#contract/meetings/office-hours.ts';
import { formatMinutes } from '#contract/rules/meetings.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';

type GroupSlotsProps = { groupId: string };
type Slot = EndpointReply<typeof listSlots>['slots'][number];

/** The office hours of the supervisor, for members of the group. Not shown if the supervisor offers none. */
export function GroupSlots({ groupId }: GroupSlotsProps) {
  const read = useRead(
    listSlots,
    { params: { groupId } },
    { failure: 'Couldn’t load the office hours', staleTime: 0 },
  );
  return (
    <ListSection
      read={{ ...read, data: read.data?.slots }}
      title="Office hours"
      description="Book a slot with your supervisor. It appears in your calendar and in theirs."
    >
      {(slots) => <SlotDays slots={slots} groupId={groupId} />}
    </ListSection>
  );
}

/** Number of days that are shown at first. A supervisor may offer slots on each day of four weeks. */
const maxDays = 5;

function SlotDays({ slots: all, groupId }: GroupSlotsProps & { slots: readonly Slot[] }) {
  const zone = useTimeZone();
  const [showsAll, setShowsAll] = useState(false);
  const days = [...Map.groupBy(all, ({ startsAt }) => formatDate(startsAt, zone))];
  const isOpen = showsAll || days.length <= maxDays;
  return (
    <Stack gap="md">
      {days.slice(0, isOpen ? undefined : maxDays).map(([day, slots]) => (
        <div key={day}>
          <Title order={3} size="sm" mb={4}>
            {day}
          </Title>
          <Group gap="xs">
            {slots.map((slot) => (
              <SlotButton key={slot.startsAt} slot={slot} groupId={groupId} />
            ))}
          </Group>
        </div>
      ))}
      {!isOpen && (
        <Button variant="subtle" w="fit-content" onClick={() => setShowsAll(true)}>
          Show all {days.length} days
        </Button>
      )}
    </Stack>
  );
}

function SlotButton({ slot, groupId }: { slot: Slot; groupId: string }) {
  const zone = useTimeZone();
  const { startsAt, minutes, bookingId } = slot;
  const when = formatDateTime(startsAt, zone);
  const time = when.split(', ')[1] ?? when;
  const invalidates = [listSlots];
  const book = useAction(bookSlot, { failure: 'Couldn’t book the slot', invalidates });
  const cancel = useAction(cancelSlot, { failure: 'Couldn’t cancel the slot', invalidates });
  if (bookingId !== null) {
    return (
      <Button
        aria-label={`${time} booked, cancel your slot on ${when}`}
        disabled={cancel.isRunning}
        onClick={() => cancel.run({ params: { bookingId } })}
      >
        {time} booked, cancel
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      aria-label={`Book ${when}, ${formatMinutes(minutes)}`}
      disabled={book.isRunning}
      onClick={() => book.run({ params: { groupId }, body: { startsAt } })}
    >
      {time}
    </Button>
  );
}
