import ICAL from 'ical.js';
import { sync } from 'node-ical';
import { describe, expect } from 'vitest';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';

const thesis = 'thesis-and-sim-report-soft-copies';

type Entry = { sequence: number; start: string };
type Calendar = Map<string, Entry>;

/** Parses a calendar with two independent libraries and asserts that they agree. */
function parse(text: string): Calendar {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const calendar: Calendar = new Map();
  for (const component of events) {
    const { uid, sequence, startDate } = new ICAL.Event(component);
    calendar.set(uid, { sequence, start: startDate.toJSDate().toISOString() });
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

describe('the SEQUENCE of a calendar entry', () => {
  test('increases with each extension and each rename of the deadline', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const read = await subscribe(portal, team.student);
    const uid = `${thesis}.${team.groupId}`;
    const sequence = async () => {
      const entries = [...parse(await (await read()).text())];
      return entries.find(([id]) => id.startsWith(uid))?.[1].sequence;
    };
    const sequences = [await sequence()];
    for (const day of ['01', '08']) {
      await setGroupDeadline(portal, team, `2027-06-${day}T18:59:00.000Z`, thesis);
      sequences.push(await sequence());
    }
    const rename = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const deadline of list) if (deadline.id === thesis) deadline.title = 'Thesis';
    });
    await portal.admin.call(saveSetting, rename);
    sequences.push(await sequence());
    expect(sequences).toEqual([0, 1, 2, 3]);
  });

  test('increases for each of two concurrent changes', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const read = await subscribe(portal, team.student);
    const move = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const deadline of list) if (deadline.id === thesis) deadline.due = '2027-05-20 23:59';
    });
    const before = parse(await (await read()).text());
    await Promise.all([
      portal.admin.call(saveSetting, move),
      setGroupDeadline(portal, team, '2027-06-08T18:59:00.000Z', thesis),
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
    await setGroupDeadline(portal, team, '2027-06-01T18:59:00.000Z', thesis);
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
