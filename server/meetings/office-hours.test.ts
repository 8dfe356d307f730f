import { describe, expect } from 'vitest';
import {
  bookSlot,
  cancelSlot,
  getOfficeHours,
  listSlots,
  saveOfficeHours,
} from '#contract/meetings/office-hours.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { createTestGroup, getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  starts: '14:00',
  ends: '15:00',
  minutes: 30,
}));

const offer = ({ supervisor }: TestGroup, exceptions: string[] = []) =>
  supervisor.caller.call(saveOfficeHours, { body: { times: everyDay, exceptions } });
const slotsOf = async (team: TestGroup, { caller }: Pick<TestUser, 'caller'> = team.student) =>
  (await caller.call(listSlots, { params: { groupId: team.groupId } })).slots;
const book = async (team: TestGroup, index = 0) => {
  const { startsAt } = getItemAt(await slotsOf(team), index);
  await team.student.caller.call(bookSlot, {
    params: { groupId: team.groupId },
    body: { startsAt },
  });
  return startsAt;
};

/** Creates two groups of one supervisor who offers office hours. */
async function createTeams(portal: Portal) {
  const team = await createTestGroup(portal);
  const neighbour = await createTestGroup(portal, { supervisor: team.supervisor.name });
  await offer(team);
  return { team, neighbour };
}

describe('office hours', () => {
  test('are refused if they are shorter than a slot or have no valid time', async ({ portal }) => {
    const { supervisor } = await createTestGroup(portal);
    for (const [changes, field] of [
      [{ ends: '14:10' }, 'times.0.ends'],
      [{ starts: '25:00' }, 'times.0.starts'],
      [{ minutes: 1 }, 'times.0.minutes'],
    ] as const) {
      const body = { times: [{ ...getItemAt(everyDay, 0), ...changes }], exceptions: [] };
      const refused = await expectRefusal(portal, supervisor.caller, saveOfficeHours, { body });
      expect(Object.keys(refused.fields ?? {})).toContain(field);
    }
  });

  test('are refused if they overlap with others of the same weekday', async ({ portal }) => {
    const { supervisor } = await createTestGroup(portal);
    const [monday, tuesday] = [getItemAt(everyDay, 0), getItemAt(everyDay, 1)];
    const later = { ...monday, starts: '14:50', ends: '16:00' };
    const body = { times: [monday, tuesday, later], exceptions: [] };
    const refused = await expectRefusal(portal, supervisor.caller, saveOfficeHours, { body });
    expect(Object.keys(refused.fields ?? {})).toEqual(['times.2.starts']);
    const times = [monday, tuesday, { ...later, starts: '15:00' }];
    await supervisor.caller.call(saveOfficeHours, { body: { times, exceptions: [] } });
  });

  test('that are saved again unchanged, in another order, write nothing', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await offer(team, ['2027-02-01', '2027-02-02']);
    portal.wait(2 * 60_000);
    const before = await portal.snapshot();
    const body = { times: everyDay.toReversed(), exceptions: ['2027-02-02', '2027-02-01'] };
    await team.supervisor.caller.call(saveOfficeHours, { body });
    expect(await portal.snapshot()).toEqual(before);
  });

  test('that change do not offer the time of a booked slot again', async ({ portal }) => {
    const { team, neighbour } = await createTeams(portal);
    const booked = await book(team);
    const times = everyDay.map((time) => ({ ...time, starts: '13:50' }));
    await team.supervisor.caller.call(saveOfficeHours, { body: { times, exceptions: [] } });
    const offered = (await slotsOf(neighbour)).map(({ startsAt }) => Date.parse(startsAt));
    const from = Date.parse(booked);
    expect(offered.filter((at) => Math.abs(at - from) < 30 * 60_000)).toEqual([]);
    expect(offered.length).toBeGreaterThan(0);
  });

  test('are offered to the groups of the supervisor, except on the days without', async ({
    portal,
  }) => {
    const { team } = await createTeams(portal);
    const stranger = await createTestGroup(portal);
    expect(await slotsOf(stranger)).toEqual([]);
    const first = getItemAt(await slotsOf(team), 0).startsAt;
    await offer(team, [first.slice(0, 10)]);
    const days = (await slotsOf(team)).map(({ startsAt }) => startsAt.slice(0, 10));
    expect(days).not.toContain(first.slice(0, 10));
  });
});

describe('a slot', () => {
  test('is booked by exactly one of two groups at the same moment', async ({ portal }) => {
    const { team, neighbour } = await createTeams(portal);
    const { startsAt } = getItemAt(await slotsOf(team), 0);
    const replies = await Promise.all(
      [team, neighbour].map(({ student, groupId }) =>
        student.caller.request(bookSlot, { params: { groupId }, body: { startsAt } }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ code: 'stale-version' });
    const { bookings } = await team.supervisor.caller.call(getOfficeHours);
    expect(bookings).toHaveLength(1);
  });

  test('cannot be booked if it is not offered, or by a group with two booked slots', async ({
    portal,
  }) => {
    const { team } = await createTeams(portal);
    const params = { groupId: team.groupId };
    const { caller } = team.student;
    const wrong = { params, body: { startsAt: '2029-01-01T00:00:00.000Z' } };
    expect((await expectRefusal(portal, caller, bookSlot, wrong)).code).toBe('stale-version');
    await book(team);
    await book(team, 1);
    const { startsAt } = getItemAt(await slotsOf(team), 2);
    const third = { params, body: { startsAt } };
    expect((await expectRefusal(portal, caller, bookSlot, third)).code).toBe('invalid');
  });

  test('is cancelled by the supervisor, which notifies the members', async ({ portal }) => {
    const { team } = await createTeams(portal);
    await book(team);
    const bookingId = getItemAt(await slotsOf(team), 0).bookingId ?? '';
    const params = { bookingId };
    await portal.db.deleteFrom('emails').execute();
    await team.supervisor.caller.call(cancelSlot, { params });
    const emails = await portal.db.selectFrom('emails').select('recipient').execute();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
    const again = await expectRefusal(portal, team.mate.caller, cancelSlot, { params });
    expect(again.status).toBe(404);
  });

  test('appears in the calendars of the supervisor and of the members, but of no neighbour', async ({
    portal,
  }) => {
    const { team, neighbour } = await createTeams(portal);
    const startsAt = await book(team);
    const start = `DTSTART:${startsAt.replace(/[-:]|\.000/g, '')}`;
    const read = async ({ caller }: TestUser) => {
      const { url } = await caller.call(makeCalendar);
      return (await portal.visitor.fetch(new URL(url).pathname)).text();
    };
    const summary = `SUMMARY:Office hours: ${team.group.fypGroupName}`;
    for (const who of [team.supervisor, team.mate]) {
      const calendar = await read(who);
      expect(calendar).toContain(start);
      expect(calendar).toContain(summary);
    }
    expect(await read(neighbour.student)).not.toContain(summary);
    expect(await read(team.examiner)).not.toContain(summary);
  });
});
