import { randomUUID } from 'node:crypto';
import { listSlots } from '#contract/rules/office-hours.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getTargetGroupId,
  type MatrixRequest,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { getItemAt } from '#server/test/people.ts';
import { insertMeeting } from '#server/test/records/meetings.ts';
import { portalTimeZone } from '#tools/test/running-portal.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const startDays = 200;
let minutes = 0;
let start: number | undefined;

/** Returns a different time for each meeting, because a group has only one meeting at a time. */
function getNextTime({ portal }: MatrixFixture): string {
  minutes += 1;
  start ??= portal.clock().getTime() - startDays * 24 * 60 * minuteMs;
  return new Date(start + minutes * minuteMs).toISOString();
}

let days = 0;

function getNextDay({ portal }: MatrixFixture): string {
  days += 1;
  return new Date(portal.clock().getTime() + days * dayMs).toISOString().slice(0, 10);
}

const buildContent = (fixture: MatrixFixture, target: string) => ({
  heldAt: getNextTime(fixture),
  minutes: 30,
  attendance: (findFixtureGroup(fixture, target)?.ids ?? []).map((memberId) => ({
    memberId,
    state: 'late',
  })),
  decisions: 'A decision.',
  steps: [],
});

/** Inserts a meeting that the first member of the target group has recorded. */
async function addMeeting(
  fixture: MatrixFixture,
  target: string,
  isConfirmed = false,
): Promise<string> {
  if (target === 'malformed') return '1';
  const group = findFixtureGroup(fixture, target);
  if (!group) return unknownId;
  return insertMeeting(fixture.portal.db, {
    groupId: group.groupId,
    side: 'group',
    writtenBy: group.student.userId,
    heldAt: getNextTime(fixture),
    isConfirmed,
  });
}

const buildAct =
  (
    rest: (fixture: MatrixFixture, target: string) => Partial<MatrixRequest>,
  ): MatrixRequestBuilder =>
  async (fixture, _actor, target) => ({
    params: { meetingId: await addMeeting(fixture, target) },
    ...rest(fixture, target),
  });

const withContent = (fixture: MatrixFixture, target: string) => ({
  body: { ...buildContent(fixture, target), revision: 1 },
});

/** Inserts a confirmed meeting with a correction that the supervisor has proposed, in the target `own` only. */
async function addCorrection(fixture: MatrixFixture, target: string): Promise<string> {
  const id = await addMeeting(fixture, target, true);
  const group = findFixtureGroup(fixture, target);
  if (!group || target !== 'own') return id;
  await fixture.portal.db
    .updateTable('meetings')
    .set({
      correction: JSON.stringify(buildContent(fixture, target)),
      correction_by: group.supervisor.userId,
      correction_by_name: 'A',
      correction_side: 'supervisor',
      correction_at: fixture.portal.clock().toISOString(),
    })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Inserts a next step of the first member. */
const askStep: MatrixRequestBuilder = async (fixture, _actor, target) => {
  const body = { isDone: true };
  const meetingId = await addMeeting(fixture, target);
  const group = findFixtureGroup(fixture, target);
  if (!group) return { params: { stepId: meetingId }, body };
  const id = randomUUID();
  const step = { id, meeting_id: meetingId, position: 0, text: 'A step', due_date: '2027-06-01' };
  await fixture.portal.db
    .insertInto('meeting_steps')
    .values({ ...step, owner_member_id: getItemAt(group.ids, 0) })
    .execute();
  return { params: { stepId: id }, body };
};

const askSummaries: MatrixRequestBuilder = (fixture, _actor, target) => ({
  query: target === '-' ? {} : { group: getTargetGroupId(fixture, target) },
});

const askGroups: MatrixRequestBuilder = (_fixture, _actor, target) => ({
  query: target === 'malformed' ? { state: 'dreamt' } : {},
});

/** Inserts a booked slot of the target group. */
async function addBooking(fixture: MatrixFixture, target: string): Promise<string> {
  if (target === 'malformed') return '1';
  const group = findFixtureGroup(fixture, target);
  if (!group) return unknownId;
  const id = randomUUID();
  slots += 1;
  const startsAt = fixture.portal.clock().getTime() + (bookedDays * 24 * 60 + slots) * minuteMs;
  await fixture.portal.db
    .insertInto('slot_bookings')
    .values({
      id,
      supervisor_id: group.supervisor.userId,
      group_id: group.groupId,
      starts_at: new Date(startsAt).toISOString(),
      minutes: 20,
      booked_by_name: 'A',
      booked_at: fixture.portal.clock().toISOString(),
    })
    .execute();
  return id;
}
/** Booked slots begin after the slots that can be booked. */
const bookedDays = 40;
let slots = 0;

/** Returns the next slot of the target group's supervisor, who has one each day. */
const askSlot: MatrixRequestBuilder = async (fixture, _actor, target) => {
  const { db, clock } = fixture.portal;
  const hours = { starts: '10:00', ends: '10:20', minutes: 20 };
  const times = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours }));
  const [slot] = listSlots({ times, exceptions: [], timeZone: portalTimeZone }, clock());
  const request = { params: { groupId: getTargetGroupId(fixture, target) }, body: slot };
  const group = findFixtureGroup(fixture, target);
  if (!group) return request;
  const supervisor_id = group.supervisor.userId;
  await db.deleteFrom('office_hours').where('supervisor_id', '=', supervisor_id).execute();
  // Saved office hours may exclude the day of the slot.
  const exceptions = db.deleteFrom('office_hour_exceptions');
  await exceptions.where('supervisor_id', '=', supervisor_id).execute();
  const rows = times.map((time) => ({ id: randomUUID(), supervisor_id, ...time }));
  await db.insertInto('office_hours').values(rows).execute();
  const after = async () => {
    await db.deleteFrom('slot_bookings').where('group_id', '=', group.groupId).execute();
  };
  await after();
  return { ...request, after };
};

const hidden = { bin: '404', unknown: '404', malformed: '400' };

// Statuses for all students and faculty members, in the order of `columns` in server/test/matrix/rows.ts. `!`: may write.

/** Rows of requests that only the writer of a meeting may send. */
const writers = {
  own: '    404 404 404 200! 403  404 404 403 403 404 404',
  foreign: '404 404 404 404  404 200! 404 404 404 404 403',
  ...hidden,
};

/** Rows of requests that only the side that has not written a meeting may send. */
const confirmers = {
  own: '    404 404 404 403 403 404 404 200! 403 404 404',
  foreign: '404 404 404 404 404 403 404 404  404 404 200!',
  ...hidden,
};

/** Rows of requests to read the meetings of a group. */
const readers = {
  own: '    404 404 404 200 200 404 404 200 403 404 404 200',
  foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
  ...hidden,
};

const exporters = {
  ...readers,
  own: '    404 404 404 200! 200! 404  404 200! 403 404 404  200!',
  foreign: '404 404 404 404  404  200! 404 404  404 404 200! 200!',
};

export const accessMatrix: AccessMatrix = {
  listMeetings: { rows: readers, buildRequest: buildGroupRequest },
  exportMeetingLog: { rows: exporters, buildRequest: buildGroupRequest },
  exportMeetings: { rows: exporters, buildRequest: buildGroupRequest },
  addMeeting: {
    repeat: ['stale-version'],
    rows: {
      own: '    404 404 403 201! 201! 404  404 201! 403 404 404',
      foreign: '404 404 403 404  404  201! 404 404  404 404 201!',
      bin: '    404 404 403 404  404  404  404 404  404 404 404',
      unknown: '404 404 403 404  404  404  404 404  404 404 404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => ({
      params: { groupId: getTargetGroupId(fixture, target) },
      body: buildContent(fixture, target),
    }),
  },
  changeMeeting: {
    repeat: ['stale-version'],
    rows: writers,
    buildRequest: buildAct(withContent),
  },
  withdrawMeeting: {
    repeat: ['not-found'],
    rows: writers,
    buildRequest: buildAct(() => ({ query: { revision: 1 } })),
  },
  confirmMeeting: {
    repeat: ['stale-version'],
    rows: confirmers,
    buildRequest: buildAct(() => ({ body: { revision: 1 } })),
  },
  proposeCorrection: {
    repeat: ['stale-version'],
    rows: confirmers,
    buildRequest: buildAct(withContent),
  },
  dropCorrection: {
    repeat: ['stale-version'],
    rows: {
      own: '    404 404 404 200! 200! 404 404 200! 403 404 404',
      foreign: '404 404 404 404  404  403 404 404  404 404 403',
      ...hidden,
    },
    buildRequest: async (fixture, _actor, target) => ({
      params: { meetingId: await addCorrection(fixture, target) },
      query: { revision: 1 },
    }),
  },
  correctMeeting: {
    repeat: ['stale-version'],
    rows: { own: '200!', foreign: '200!', ...hidden },
    buildRequest: buildAct((fixture, target) => ({
      body: { ...buildContent(fixture, target), revision: 1, reason: 'Wrong date.' },
    })),
  },
  tickStep: {
    rows: {
      own: '    404 404 404 200! 403 404  404 200! 403 404 404',
      foreign: '404 404 404 404  404 200! 404 404  404 404 200!',
      ...hidden,
    },
    buildRequest: askStep,
  },
  listMeetingGroups: { rows: { '-': '200', malformed: '400' }, buildRequest: askGroups },
  exportMeetingGroups: { rows: { '-': '200!', malformed: '400' }, buildRequest: askGroups },
  listMeetingSummaries: {
    rows: {
      '-': '     200',
      own: '    200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: askSummaries,
  },
  saveOfficeHours: {
    rows: { '-': '200!', malformed: '400' },
    buildRequest: (fixture, _actor, target) => {
      // A different day for each request, because an unchanged save writes nothing.
      const day = target === 'malformed' ? 'tomorrow' : getNextDay(fixture);
      return { body: { times: [], exceptions: [day] } };
    },
  },
  listSlots: { rows: readers, buildRequest: buildGroupRequest },
  bookSlot: {
    repeat: ['stale-version'],
    rows: {
      own: '    404 404 403 201! 201! 404  404',
      foreign: '404 404 403 404  404  201! 404',
      bin: '    404 404 403 404  404  404  404',
      unknown: '404 404 403 404  404  404  404',
      malformed: '400',
    },
    buildRequest: askSlot,
  },
  cancelSlot: {
    repeat: ['not-found'],
    rows: {
      own: '    404 404 404 200! 200! 404  404 200! 404 404 404',
      foreign: '404 404 404 404  404  200! 404 404  404 404 200!',
      ...hidden,
    },
    buildRequest: async (fixture, _actor, target) => ({
      params: { bookingId: await addBooking(fixture, target) },
    }),
  },
};
