import { describe, expect } from 'vitest';
import { announceDeadlineMoves, findDeadlineMoves } from '#contract/settings/deadline-moves.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildCohortQueryParams, buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';

/** Due on 28 February 2027. The test clock shows 15 January 2027. */
const february = 'february-monthly-report';

async function moveFebruary(portal: Portal, due: string) {
  const change = await buildSettingChange(portal, 'deadlines', (list) => {
    for (const deadline of list) if (deadline.id === february) deadline.due = due;
  });
  return (await portal.admin.call(saveSetting, change)).setting.version;
}

const announce = (portal: Portal, version: number) =>
  portal.admin.call(announceDeadlineMoves, {
    query: buildCohortQueryParams(portal),
    body: { version },
  });

async function prepare(portal: Portal) {
  const group = await createTestGroup(portal);
  const extended = await createTestGroup(portal, { supervisor: group.supervisor.name });
  await setGroupDeadline(portal, extended, '2027-04-01T10:00:00.000Z', february);
  await portal.db.deleteFrom('emails').execute();
  return { group, extended, version: await moveFebruary(portal, '2027-03-10 12:00') };
}

const findMoves = (portal: Portal) =>
  portal.admin.call(findDeadlineMoves, { query: buildCohortQueryParams(portal) });

const emailsOf = (portal: Portal) =>
  portal.db.selectFrom('emails').select(['recipient', 'subject', 'text_body']).execute();

describe('a change of due dates', () => {
  test('is announced by one email to each student and each supervisor, with both dates and the extension', async ({
    portal,
  }) => {
    const { group, extended, version } = await prepare(portal);
    const reply = await findMoves(portal);
    expect(reply).toMatchObject({ version, groups: 2, extensions: 1 });
    expect(reply.moves).toMatchObject([{ deadlineId: february, to: '2027-03-10T07:00:00Z' }]);
    expect((await announce(portal, version)).message).toBe(
      'Students and supervisors of 2 groups notified.',
    );
    const emails = await emailsOf(portal);
    const students = [...group.students, ...extended.students].map(({ email }) => email);
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [...students, group.supervisor.email].toSorted(),
    );
    const text = emails.find(({ recipient }) => recipient === extended.student.email)?.text_body;
    expect(text).toMatch(
      /28 February 2027, 23:59[\s\S]*10 March 2027, 12:00[\s\S]*1 April 2027, 15:00/,
    );
    const list = emails.find(({ recipient }) => recipient === group.supervisor.email)?.text_body;
    expect(list).toContain('(extension until 1 April 2027, 15:00)');
  });

  test('is announced to members who joined late only if it reaches beyond their own date, with that date', async ({
    portal,
  }) => {
    const input = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const each of list) if (each.id === february) each.documents = ['certificate'];
    });
    await portal.admin.call(saveSetting, input);
    const { student, mate } = await createTestGroup(portal);
    const textAfterMove = async (email: string, ownDue: string) => {
      await portal.db.deleteFrom('emails').execute();
      const ownDates = portal.db.updateTable('members').set({ own_due: ownDue });
      await ownDates.where('email', '=', email).execute();
      const day = email === mate.email ? 10 : 11;
      await announce(portal, await moveFebruary(portal, `2027-03-${day} 12:00`));
      return (await emailsOf(portal)).find(({ recipient }) => recipient === email)?.text_body;
    };
    expect(await textAfterMove(mate.email, '2027-03-20T18:59:00.000Z')).toBeUndefined();
    expect(await textAfterMove(student.email, '2027-03-10T18:59:00.000Z')).toMatch(
      /10 March 2027, 23:59[\s\S]*11 March 2027, 12:00/,
    );
  });

  test('is announced only once, even by two admins at the same time', async ({ portal }) => {
    const { version } = await prepare(portal);
    await Promise.all([announce(portal, version), announce(portal, version)]);
    expect((await announce(portal, version)).message).toMatch(/already notified/);
    expect(await emailsOf(portal)).toHaveLength(5);
    expect((await findMoves(portal)).moves).toEqual([]);
  });

  test('is not announced if the dates have changed again, or if no date was moved', async ({
    portal,
  }) => {
    const { version } = await prepare(portal);
    await moveFebruary(portal, '2027-03-11 12:00');
    const [move] = (await findMoves(portal)).moves;
    expect(move).toMatchObject({ from: '2027-02-28T18:59:00Z', to: '2027-03-11T07:00:00Z' });
    const query = buildCohortQueryParams(portal);
    const stale = { query, body: { version } };
    const refused = await expectRefusal(portal, portal.admin, announceDeadlineMoves, stale);
    expect(refused.code).toBe('stale-version');
    const unmoved = await moveFebruary(portal, '2027-02-28 23:59');
    const input = { query, body: { version: unmoved } };
    const none = await expectRefusal(portal, portal.admin, announceDeadlineMoves, input);
    expect(none.message).toBe('No deadline was moved.');
  });
});
