import { describe, expect } from 'vitest';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readMarksEmails as emails, recordViva } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const minute = 60_000;
const mark = ({ supervisor, groupId, ids }: TestGroup, semester: string, cell: object) =>
  supervisor.caller.call(saveMarks, {
    body: { semester, groupId, marks: Object.fromEntries(ids.map((id) => [id, cell])) },
  });
const mail = ({ supervisor, groupId }: TestGroup, body?: object) =>
  supervisor.caller.call(mailGroup, { params: { groupId }, ...(body && { body }) });

/** Creates a group whose members were emailed their Proposal and Month 5 marks over a minute ago. */
async function aNotifiedTeam(portal: Portal) {
  const team = await createTestGroup(portal);
  await mark(team, 'Semester 7', { proposal: { marks: 8, feedback: 'Clear aims.' } });
  await mark(team, 'Semester 8', { month5: { marks: 3 } });
  await mail(team);
  portal.wait(minute + 1000);
  return team;
}

describe('sending a marks email again', () => {
  test('sends only the chosen members their current marks for the chosen tab', async ({
    portal,
  }) => {
    const team = await aNotifiedTeam(portal);
    const again = [getItemAt(team.ids, 1)];
    const reply = await mail(team, { again, semester: 'Semester 7' });
    expect(reply).toMatchObject({ message: '1 email is queued.', queued: 1 });
    const sent = (await emails(portal)).slice(2);
    expect(sent).toMatchObject([
      {
        id: reply.emailIds[0],
        recipient: team.mate.email,
        member_id: again[0],
        subject: 'BSCS-2027-001: Proposal marked (sent again)',
        reply_to: team.supervisor.email,
      },
    ]);
    const { text_body } = getItemAt(sent, 0);
    expect(text_body).toContain(`${team.supervisor.name} sent this email again`);
    expect(text_body).toContain('Proposal: 8 of 10\nFeedback: Clear aims.');
    expect(text_body).not.toContain('Month 5');
  });

  test('includes all marks if no tab is specified, and records the recipients in the audit trail', async ({
    portal,
  }) => {
    const team = await aNotifiedTeam(portal);
    await mail(team, { again: team.ids });
    const [, , first] = await emails(portal);
    expect(first?.text_body).toContain('Proposal: 8 of 10');
    expect(first?.text_body).toContain('Month 5: 3 of 10');
    const entry = await portal.db
      .selectFrom('audit_entries')
      .select(['action', 'detail', 'subject_name'])
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    const names = team.students.map(({ name }) => name).join(', ');
    expect(entry).toEqual({
      action: 'letters-requested',
      detail: `sent again to ${names}: all marks`,
      subject_name: 'BSCS-2027-001',
    });
  });

  test('sends a member whose marks have changed since the last email only the email about the changes', async ({
    portal,
  }) => {
    const team = await aNotifiedTeam(portal);
    await mark(team, 'Semester 7', { month1: { marks: 6 } });
    expect((await mail(team, { again: team.ids })).queued).toBe(2);
    const subjects = (await emails(portal)).slice(2).map(({ subject }) => subject);
    expect(subjects).toEqual(['BSCS-2027-001: Month 1 marked', 'BSCS-2027-001: Month 1 marked']);
  });

  test('is rejected for all members if one of them was emailed less than a minute ago, and succeeds later', async ({
    portal,
  }) => {
    const team = await aNotifiedTeam(portal);
    await mail(team, { again: [getItemAt(team.ids, 0)] });
    portal.wait(20_000);
    const params = { groupId: team.groupId };
    const body = { again: team.ids };
    const { caller } = team.supervisor;
    expect(await expectRefusal(portal, caller, mailGroup, { params, body })).toMatchObject({
      code: 'too-often',
      retryAfter: '40',
      message: `${team.student.name} got an email less than a minute ago: nothing was sent. Try again in 40 s.`,
    });
    portal.wait(40_000);
    expect((await mail(team, body)).queued).toBe(2);
  });

  test('is rejected for a person who is not in the group, or for a member without marks on the tab', async ({
    portal,
  }) => {
    const [team, other] = [await aNotifiedTeam(portal), await aNotifiedTeam(portal)];
    const params = { groupId: team.groupId };
    const { caller } = team.supervisor;
    const foreign = { again: [getItemAt(team.ids, 0), getItemAt(other.ids, 0)] };
    expect(await expectRefusal(portal, caller, mailGroup, { params, body: foreign })).toMatchObject(
      {
        status: 400,
        message: 'This person is not a member of this group.',
      },
    );
    const unmarked = { again: [getItemAt(team.ids, 0)], semester: 'External Viva' };
    expect(
      await expectRefusal(portal, caller, mailGroup, { params, body: unmarked }),
    ).toMatchObject({
      status: 400,
      message: `${team.student.name} has no marks on External Viva yet: nothing was sent.`,
    });
  });

  test('accepts only one of several concurrent requests', async ({ portal }) => {
    const team = await aNotifiedTeam(portal);
    const params = { groupId: team.groupId };
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        team.supervisor.caller.request(mailGroup, { params, body: { again: team.ids } }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    expect(await emails(portal)).toHaveLength(4);
  });

  test('includes the viva record only if the request specifies the viva’s tab or no tab', async ({
    portal,
  }) => {
    const team = await aNotifiedTeam(portal);
    await recordViva(team);
    await mail(team);
    const about = async (semester?: string) => {
      portal.wait(minute + 1000);
      await mail(team, { again: [getItemAt(team.ids, 0)], ...(semester && { semester }) });
      return (await emails(portal)).at(-1)?.text_body;
    };
    expect(await about('Semester 7')).not.toContain('Well defended.');
    expect(await about('External Viva')).toContain('Well defended.');
    expect(await about()).toContain('Well defended.');
  });

  test('includes feedback that has no mark, and omits removed marks', async ({ portal }) => {
    const team = await aNotifiedTeam(portal);
    await mark(team, 'Semester 7', { month1: { feedback: 'Come and see me.' } });
    await mark(team, 'Semester 7', { proposal: { marks: null, feedback: '' } });
    await mail(team);
    portal.wait(minute + 1000);
    await mail(team, { again: [getItemAt(team.ids, 0)], semester: 'Semester 7' });
    const text = (await emails(portal)).at(-1)?.text_body;
    expect(text).toContain('Come and see me.');
    expect(text).not.toContain('Proposal');
  });
});
