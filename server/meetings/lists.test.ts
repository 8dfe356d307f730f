import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect } from 'vitest';
import { findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { listMeetingGroups, listMeetingSummaries } from '#contract/meetings/lists.ts';
import {
  confirmMeeting,
  exportMeetingLog,
  exportMeetings,
  listMeetings,
} from '#contract/meetings/meetings.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { insertMeeting, recordTestMeeting } from '#server/test/records/meetings.ts';

const dayMs = 24 * 3_600_000;
const daysAgo = (portal: Portal, days: number) =>
  new Date(portal.clock().getTime() - days * dayMs).toISOString();

/** Inserts a meeting that was recorded some days ago. */
const meetBefore = (portal: Portal, { groupId, supervisor }: TestGroup, days: number) =>
  insertMeeting(portal.db, {
    groupId,
    side: 'supervisor',
    writtenBy: supervisor.userId,
    heldAt: daysAgo(portal, days),
  });

const createOldGroup = (portal: Portal) =>
  createTestGroup(portal, { createdAt: daysAgo(portal, 60) });

async function confirmAll(team: TestGroup) {
  const { meetings } = await team.supervisor.caller.call(listMeetings, {
    params: { groupId: team.groupId },
  });
  for (const { _id: meetingId, revision } of meetings) {
    await team.supervisor.caller.call(confirmMeeting, {
      params: { meetingId },
      body: { revision },
    });
  }
}

const setRule = async (portal: Portal, minMeetings: number) =>
  portal.admin.call(
    saveSetting,
    await buildSettingChange(portal, 'groups', (rules) => {
      rules.minMeetings = minMeetings;
    }),
  );
const setDays = async (portal: Portal, meetingDays: number) =>
  portal.admin.call(
    saveSetting,
    await buildSettingChange(portal, 'reminders', (settings) => {
      settings.meetingDays = meetingDays;
    }),
  );

const listGroups = ({ supervisor }: TestGroup, query = {}) =>
  supervisor.caller.call(listMeetingGroups, { query });
const namesOf = ({ groups }: { groups: { _id: string }[] }) => groups.map(({ _id }) => _id);

describe('the list of groups with their meetings', () => {
  test('contains the groups that the caller supervises, and no group of a neighbour', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await recordTestMeeting(portal, neighbour);
    await recordTestMeeting(portal, team);
    const reply = await listGroups(team);
    expect(reply).toMatchObject({ total: 1, all: 1, days: 21 });
    expect(reply.groups).toMatchObject([
      { _id: team.groupId, confirmed: 0, unconfirmed: 1, openSteps: 1, dueSteps: 0 },
    ]);
    const examined = await team.examiner.caller.call(listMeetingGroups);
    expect(examined.groups).toEqual([]);
  });

  test('is filtered by state and sorted by the last meeting', async ({ portal }) => {
    const first = await createOldGroup(portal);
    const second = await createTestGroup(portal, { supervisor: first.supervisor.name });
    await recordTestMeeting(portal, first, first.student, {
      steps: [{ text: 'Sketch', ownerId: null, due: portal.clock().toISOString().slice(0, 10) }],
    });
    expect(namesOf(await listGroups(first, { sort: 'last' }))).toEqual([
      second.groupId,
      first.groupId,
    ]);
    for (const state of ['unconfirmed', 'due'] as const) {
      expect(namesOf(await listGroups(first, { state }))).toEqual([first.groupId]);
    }
    expect((await listGroups(first, { state: 'quiet' })).groups).toEqual([]);
    expect((await listGroups(first, { q: second.group.fypGroupName })).total).toBe(1);
    const page = await listGroups(first, { sort: 'group', descending: 'true', limit: 1, page: 2 });
    expect([namesOf(page), page.total]).toEqual([[first.groupId], 2]);
  });
});

describe('a group without a recent meeting', () => {
  const readDesk = async ({ supervisor }: TestGroup) =>
    (await supervisor.caller.call(findDesk)).items.filter(({ id }) =>
      id.startsWith('meetings-quiet'),
    );

  test('is not listed while the cohort has no meeting log', async ({ portal }) => {
    const team = await createOldGroup(portal);
    expect(await readDesk(team)).toEqual([]);
    const board = await team.supervisor.caller.call(findBoard);
    expect([board.hasMeetings, board.rows[0]?.meetings]).toEqual([false, null]);
    const other = await createOldGroup(portal);
    // The first meeting of the cohort was recorded only yesterday.
    await meetBefore(portal, other, 1);
    expect(await readDesk(team)).toEqual([]);
  });

  test('is listed on the desk of its supervisor, on the board and by the filter', async ({
    portal,
  }) => {
    const team = await createOldGroup(portal);
    const active = await createTestGroup(portal, {
      supervisor: team.supervisor.name,
      createdAt: daysAgo(portal, 60),
    });
    const young = await createTestGroup(portal, { supervisor: team.supervisor.name });
    await meetBefore(portal, team, 22);
    await meetBefore(portal, active, 20);
    expect(await readDesk(team)).toMatchObject([
      { text: 'One of your groups has had no meeting for 21 days.', to: '/meetings?state=quiet' },
    ]);
    expect(namesOf(await listGroups(team, { state: 'quiet' }))).toEqual([team.groupId]);
    const { rows, hasMeetings } = await portal.admin.call(findBoard);
    const quiet = rows.filter(({ meetings }) => meetings?.isQuiet).map(({ _id }) => _id);
    expect([hasMeetings, quiet]).toEqual([true, [team.groupId]]);
    expect(rows.find(({ _id }) => _id === young.groupId)?.meetings?.lastDay).toBeNull();
    const filtered = await portal.admin.call(findBoard, { query: { meetings: 'quiet' } });
    expect(namesOf({ groups: filtered.rows })).toEqual([team.groupId]);
  });

  test('is not shown as such to its examiner on the board', async ({ portal }) => {
    const team = await createOldGroup(portal);
    await meetBefore(portal, team, 22);
    const board = await team.examiner.caller.call(findBoard);
    expect([board.hasMeetings, board.rows[0]?.meetings]).toEqual([false, null]);
    const filtered = await team.examiner.caller.call(findBoard, { query: { meetings: 'quiet' } });
    expect(filtered.rows).toEqual([]);
  });

  test('is listed after the number of days in the setting, and never if that is 0', async ({
    portal,
  }) => {
    const team = await createOldGroup(portal);
    await meetBefore(portal, team, 9);
    expect(await readDesk(team)).toEqual([]);
    await setDays(portal, 8);
    expect(await readDesk(team)).toMatchObject([
      { text: 'One of your groups has had no meeting for 8 days.' },
    ]);
    await setDays(portal, 0);
    expect(await readDesk(team)).toEqual([]);
  });
});

describe('desks', () => {
  const read = async (who: TestGroup['student']) =>
    (await who.caller.call(findDesk)).items.map(({ text }) => text);

  test('ask the other side to confirm a meeting, and nobody else', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await recordTestMeeting(portal, team);
    const waiting = 'One meeting needs your confirmation.';
    expect(await read(team.supervisor)).toContain(waiting);
    for (const who of [neighbour.supervisor, team.examiner, team.mate]) {
      expect((await read(who)).join()).not.toMatch(/confirm/i);
    }
    await confirmAll(team);
    expect(await read(team.supervisor)).not.toContain(waiting);
    await recordTestMeeting(portal, team, team.supervisor, { hours: 40 });
    expect((await read(team.mate)).join()).toMatch(/Confirm the meeting on /);
  });

  test('list due next steps of their owner', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const today = portal.clock().toISOString().slice(0, 10);
    const steps = [
      { text: 'Order the wheels', ownerId: getItemAt(team.ids, 0), due: today },
      { text: 'Read the draft', ownerId: null, due: today },
      { text: 'Much later', ownerId: getItemAt(team.ids, 0), due: '2028-01-01' },
    ];
    await recordTestMeeting(portal, team, team.supervisor, { steps });
    expect((await read(team.student)).join()).toContain('Order the wheels');
    expect((await read(team.student)).join()).not.toContain('Much later');
    expect((await read(team.mate)).join()).not.toContain('Order the wheels');
    expect(await read(team.supervisor)).toContain('One of your next steps from meetings is due.');
  });
});

describe('summaries of meetings', () => {
  test('count confirmed meetings and attendance, which examiners do not see', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await recordTestMeeting(portal, neighbour);
    const [first, second] = [getItemAt(team.ids, 0), getItemAt(team.ids, 1)];
    for (const [hours, state] of [
      [3, 'on-time'],
      [30, 'late'],
      [60, 'absent-without-notice'],
    ] as const) {
      const attendance = [
        { memberId: first, state: 'on-time' },
        { memberId: second, state },
      ];
      await recordTestMeeting(portal, team, team.student, { hours, attendance });
    }
    await confirmAll(team);
    await recordTestMeeting(portal, team, team.student, { hours: 90 });
    await setRule(portal, 5);
    const query = { group: team.groupId };
    const reply = await team.supervisor.caller.call(listMeetingSummaries, { query });
    expect(reply.groups).toEqual([
      {
        groupId: team.groupId,
        confirmed: 3,
        minimum: 5,
        members: [
          { memberId: first, summary: '3 of 3' },
          { memberId: second, summary: '2 of 3, 1 late, 1 absent without notice' },
        ],
      },
    ]);
    const all = await team.supervisor.caller.call(listMeetingSummaries);
    expect(all.groups.map(({ groupId }) => groupId)).toEqual([team.groupId]);
    const examined = await team.examiner.caller.call(listMeetingSummaries, { query });
    expect(examined.groups).toEqual([
      { groupId: team.groupId, confirmed: 3, minimum: 5, members: [] },
    ]);
  });
});

async function readLog({ student, groupId }: TestGroup) {
  const response = await student.caller.request(exportMeetingLog, { params: { groupId } });
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return { headers: response.headers, text };
}

describe('the meeting log of a group', () => {
  test('is exported as a PDF with signatures, without meetings of a neighbour', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await recordTestMeeting(portal, neighbour, neighbour.student, { decisions: 'A secret plan.' });
    await recordTestMeeting(portal, team);
    await confirmAll(team);
    const { headers, text } = await readLog(team);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain(
      `meeting-log-${team.group.fypGroupName}.pdf`,
    );
    for (const part of [
      'Meeting log',
      'The robot gets two wheels.',
      'Order the wheels',
      `confirmed by ${team.supervisor.name}`,
      `${team.student.name}: On time`,
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('A secret plan.');
  });

  test('continues long decisions on further pages', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const decisions = Array.from({ length: 90 }, (_, index) => `Decision ${index + 1}.`).join('\n');
    await recordTestMeeting(portal, team, team.student, { decisions });
    const { text } = await readLog(team);
    expect(text).toContain('Decision 90.');
    expect(text).toMatch(/Page 2 of [23]/);
  });

  test('is exported as a spreadsheet', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await recordTestMeeting(portal, team, team.student, { decisions: '=1+1' });
    const response = await team.supervisor.caller.request(exportMeetings, {
      params: { groupId: team.groupId },
      query: { format: 'csv' },
    });
    const text = await response.text();
    expect(text).toContain('Order the wheels');
    expect(text).not.toMatch(/(^|[,"])=1\+1/m);
  });
});
