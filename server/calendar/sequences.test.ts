import ICAL from 'ical.js';
import { sync } from 'node-ical';
import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { saveMarks } from '#contract/marks.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { Problem } from '#contract/problem.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { SeededRandom } from '#trust/lib/random.ts';

type Entry = { sequence: number; start: string; title: string; stamp: string };
type Calendar = Map<string, Entry>;

/** Parses a calendar with two independent libraries and asserts that they agree. */
function parse(text: string): Calendar {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const calendar: Calendar = new Map();
  for (const component of events) {
    const { uid, sequence, startDate, summary } = new ICAL.Event(component);
    const stamp = component.getFirstPropertyValue('dtstamp') as ICAL.Time;
    calendar.set(uid, {
      sequence,
      start: startDate.toJSDate().toISOString(),
      title: summary,
      stamp: stamp.toJSDate().toISOString(),
    });
  }
  const otherEvents = Object.values(sync.parseICS(text)).flatMap((item) =>
    item?.type === 'VEVENT' ? [[item.uid, Number(item.sequence)]] : [],
  );
  expect(otherEvents).toEqual([...calendar].map(([uid, { sequence }]) => [uid, sequence]));
  return calendar;
}

async function subscribe(portal: Portal, { caller }: Pick<TestUser, 'caller'>) {
  const { url } = await caller.call(makeCalendar);
  const { pathname } = new URL(url);
  return (headers: Record<string, string> = {}) => portal.visitor.fetch(pathname, { headers });
}

type Act = (portal: Portal, team: TestGroup, random: SeededRandom) => Promise<unknown>;

const deadlineIds = ['thesis-and-sim-report-soft-copies', 'april-monthly-report'];
const days = (random: SeededRandom) => String(random.whole(1, 28)).padStart(2, '0');

const setDate =
  (to: 'date' | 'excused' | 'cohort'): Act =>
  (portal, { groupId }, random) => {
    const due = `2027-06-${days(random)}T18:59:00.000Z`;
    return portal.admin.call(setGroupDeadlines, {
      params: { deadlineId: random.pick(deadlineIds) },
      body: {
        groupIds: [groupId],
        change: to === 'date' ? { to, due } : { to },
        reason: 'As agreed.',
        dryRun: false,
      },
    });
  };

type Deadlines = Parameters<Parameters<typeof buildSettingChange<'deadlines'>>[2]>[0];

const edit =
  (by: (list: Deadlines, random: SeededRandom) => void): Act =>
  async (portal, _team, random) =>
    portal.admin.call(
      saveSetting,
      await buildSettingChange(portal, 'deadlines', (list) => by(list, random)),
    );

const isOne = ({ id }: { id?: string | undefined }) => deadlineIds.includes(id ?? '');

const acts: Record<string, Act> = {
  extend: setDate('date'),
  excuse: setDate('excused'),
  withdraw: setDate('cohort'),
  move: edit((list, random) => {
    const deadline = random.pick(list);
    deadline.due = `2027-0${random.whole(4, 7)}-${days(random)} 23:59`;
  }),
  rename: edit((list, random) => {
    const deadline = random.pick(list);
    deadline.title = random.pick(['Thesis', 'Report', 'Final report', deadline.title]);
  }),
  remove: edit((list) => {
    const index = list.findIndex(({ id }) => id === deadlineIds[1]);
    if (index >= 0) list.splice(index, 1);
  }),
  'add again': edit((list, random) => {
    if (list.filter(isOne).length === deadlineIds.length) return;
    list.push({
      id: getItemAt(deadlineIds, 1),
      title: 'Report',
      due: `2027-05-${days(random)} 23:59`,
    });
  }),
  viva: (portal, { groupId }, random) =>
    portal.admin.call(saveMarks, {
      body: { semester: 'External Viva', groupId, vivaDate: `2027-05-${days(random)}` },
    }),
  'rename the group': async (portal, { groupId }, random) =>
    portal.admin.call(updateGroup, {
      params: { groupId },
      body: { fypGroupName: `BSCS-2027-${random.whole(100, 900)}` },
    }),
};

/** Asserts that no event's SEQUENCE decreases, because calendar apps ignore an update whose SEQUENCE is lower. */
function expectNewer(known: Calendar, next: Calendar, done: string) {
  for (const [uid, entry] of next) {
    const before = known.get(uid);
    if (before) {
      expect(entry.sequence, `${done}: ${uid}`).toBeGreaterThanOrEqual(before.sequence);
      expect(entry.stamp >= before.stamp, `${done}: ${uid}`).toBe(true);
      const isShownNew = entry.start !== before.start || entry.title !== before.title;
      if (isShownNew) {
        expect(entry.sequence, `${done}: ${uid}`).toBeGreaterThan(before.sequence);
        expect(entry.stamp > before.stamp, `${done}: ${uid}`).toBe(true);
      }
    }
    // Keep entries that are missing from the feed, because they may reappear.
    known.set(uid, entry);
  }
}

describe('the SEQUENCE of a calendar entry', () => {
  test.for([1, 2, 3])(
    'never decreases, and increases with each visible change (random changes, seed %i)',
    async (seed, { portal }) => {
      const random = new SeededRandom(seed);
      const team = await createTestGroup(portal, { program: 'BSCS' });
      const neighbour = await createTestGroup(portal);
      const calendars = [
        await subscribe(portal, team.student),
        await subscribe(portal, team.supervisor),
        await subscribe(portal, neighbour.student),
      ].map((read) => ({ read, known: new Map() as Calendar }));
      let done = 0;
      for (let step = 0; step < 30; step += 1) {
        portal.wait(60_000);
        const [name, act] = random.pick(Object.entries(acts));
        await act(portal, team, random).then(
          () => (done += 1),
          (error) => expect(error).toBeInstanceOf(Problem),
        );
        for (const { read, known } of calendars) {
          expectNewer(known, parse(await (await read()).text()), name);
        }
      }
      expect(done).toBeGreaterThan(20);
    },
  );

  test('increases with each extension and each rename of the deadline', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const read = await subscribe(portal, team.student);
    const uid = `${deadlineIds[0]}.${team.groupId}`;
    const sequence = async () => {
      const entries = [...parse(await (await read()).text())];
      return entries.find(([id]) => id.startsWith(uid))?.[1].sequence;
    };
    const sequences = [await sequence()];
    for (const day of ['01', '08']) {
      await portal.admin.call(setGroupDeadlines, {
        params: { deadlineId: getItemAt(deadlineIds, 0) },
        body: {
          groupIds: [team.groupId],
          change: { to: 'date', due: `2027-06-${day}T18:59:00.000Z` },
          reason: 'Ill.',
          dryRun: false,
        },
      });
      sequences.push(await sequence());
    }
    const rename = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const deadline of list) if (deadline.id === deadlineIds[0]) deadline.title = 'Thesis';
    });
    await portal.admin.call(saveSetting, rename);
    sequences.push(await sequence());
    expect(sequences).toEqual([0, 1, 2, 3]);
  });

  test('increases for each of two concurrent changes', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const read = await subscribe(portal, team.student);
    const move = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const deadline of list)
        if (deadline.id === deadlineIds[0]) deadline.due = '2027-05-20 23:59';
    });
    const before = parse(await (await read()).text());
    await Promise.all([
      portal.admin.call(saveSetting, move),
      portal.admin.call(setGroupDeadlines, {
        params: { deadlineId: getItemAt(deadlineIds, 0) },
        body: {
          groupIds: [team.groupId],
          change: { to: 'date', due: '2027-06-08T18:59:00.000Z' },
          reason: 'Ill.',
          dryRun: false,
        },
      }),
    ]);
    const after = parse(await (await read()).text());
    const changed = [...after].filter(
      ([uid, { sequence }]) => sequence !== before.get(uid)?.sequence,
    );
    expect(changed.map(([, { sequence, start }]) => [sequence, start])).toEqual([
      [2, '2027-06-08T18:44:00.000Z'],
    ]);
  });
});

describe('an unchanged calendar', () => {
  test('has identical text an hour later, has no METHOD property, and is not resent to a client that sends its ETag', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const read = await subscribe(portal, team.student);
    const first = await read();
    const text = await first.text();
    expect(text).not.toMatch(/^METHOD/m);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    portal.wait(3_600_000);
    expect(await (await read()).text()).toBe(text);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await read({ 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await read({ 'if-none-match': '"other"' })).status).toBe(200);
    await acts.extend?.(portal, team, new SeededRandom(1));
    const changed = await read({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('is resent if the client sends the ETag of another student’s calendar, and does not mention that student’s group', async ({
    portal,
  }) => {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    const [read, other] = [
      await subscribe(portal, team.student),
      await subscribe(portal, neighbour.student),
    ];
    const etag = (await other()).headers.get('etag') ?? '';
    const mine = await read({ 'if-none-match': etag });
    expect(mine.status).toBe(200);
    expect(await mine.text()).not.toContain(neighbour.groupId);
  });
});
