import { addMeeting, confirmMeeting, type Meeting, tickStep } from '#contract/meetings/meetings.ts';
import { bookSlot, listSlots, saveOfficeHours } from '#contract/meetings/office-hours.ts';
import { addDays, type DemoDates, toInstant } from '#tools/demo/dates.ts';
import { type DemoGroup, itemAt } from '#tools/demo/plan-department.ts';
import { type Chapter, type DemoCallers, type DemoEvent, findDemoGroup } from './event.ts';

type DemoMeeting = { daysAgo: number; isConfirmed: boolean };

/** Meetings of a group, by the number of the group. The last one of some groups waits for its confirmation. */
const plans: readonly (readonly DemoMeeting[])[] = [
  [
    { daysAgo: 16, isConfirmed: true },
    { daysAgo: 2, isConfirmed: false },
  ],
  [
    { daysAgo: 30, isConfirmed: true },
    { daysAgo: 9, isConfirmed: true },
  ],
  [],
];

const decisions = [
  'The first version covers login, search and the list of requests.\nReports follow after the first viva.',
  'The data set is collected from two departments, and the thesis describes how it was cleaned.',
];
const steps = ['Draw the entity diagram', 'Write the chapter on related work'];

/** Groups have met their supervisors, and the supervisors have confirmed most of the entries on the next day. */
export const meetings: Chapter = ({ dates, groups }) => [
  ...groups.flatMap((group) =>
    itemAt(plans, group.number).flatMap((meeting, index) =>
      planMeeting(dates, group, meeting, index),
    ),
  ),
  ...planOfficeHours(dates, itemAt(groups, 0)),
];

/** The supervisor of a group offers office hours, and the group has booked a slot. */
function planOfficeHours(dates: DemoDates, group: DemoGroup): DemoEvent[] {
  const times = [2, 4].map((weekday) => ({ weekday, starts: '11:00', ends: '12:30', minutes: 30 }));
  const offer = async ({ as }: DemoCallers) => {
    const supervisor = await as(group.supervisor);
    await supervisor.call(saveOfficeHours, { body: { times, exceptions: [] } });
  };
  const book = async ({ as }: DemoCallers) => {
    const student = await as(group.first);
    const params = { groupId: (await findDemoGroup(student, group)).groupId };
    const slot = (await student.call(listSlots, { params })).slots.at(-1);
    if (!slot) throw new Error('The supervisor offers no slot.');
    await student.call(bookSlot, { params, body: { startsAt: slot.startsAt } });
  };
  return [
    { at: toInstant(dates, addDays(dates.today, -3), '09:15'), run: offer },
    { at: toInstant(dates, addDays(dates.today, -1), '16:40'), run: book },
  ];
}

function planMeeting(
  dates: DemoDates,
  group: DemoGroup,
  { daysAgo, isConfirmed }: DemoMeeting,
  index: number,
): DemoEvent[] {
  const day = addDays(dates.today, -daysAgo);
  let recorded: Meeting | undefined;
  const record = async ({ as }: DemoCallers) => {
    const student = await as(group.first);
    const { groupId, members } = await findDemoGroup(student, group);
    const { meeting } = await student.call(addMeeting, {
      params: { groupId },
      body: {
        heldAt: toInstant(dates, day, '12:00').toISOString(),
        minutes: 30 + index * 15,
        attendance: members.map(({ _id: memberId }, place) => ({
          memberId,
          state: place === 1 && index === 0 ? ('late' as const) : ('on-time' as const),
        })),
        decisions: itemAt(decisions, index),
        steps: [
          { text: itemAt(steps, index), ownerId: members[0]?._id ?? null, due: addDays(day, 7) },
          { text: 'Read the draft', ownerId: null, due: addDays(day, 14) },
        ],
      },
    });
    recorded = meeting;
  };
  const confirm = async ({ as }: DemoCallers) => {
    if (!recorded) throw new Error('The meeting was not recorded.');
    const { _id: meetingId, revision, steps: agreed } = recorded;
    const supervisor = await as(group.supervisor);
    await supervisor.call(confirmMeeting, { params: { meetingId }, body: { revision } });
    const [first] = agreed;
    if (!first || index > 0) return;
    const params = { stepId: first._id };
    await (await as(group.first)).call(tickStep, { params, body: { isDone: true } });
  };
  return [
    { at: toInstant(dates, day, '14:05'), run: record },
    ...(isConfirmed ? [{ at: toInstant(dates, addDays(day, 1), '10:20'), run: confirm }] : []),
  ];
}
