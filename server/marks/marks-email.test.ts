import { describe, expect } from 'vitest';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { updateUser } from '#contract/users.ts';
import { aTeam, at, type Somebody, type Team } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

const minute = 60_000;
/** The emails about marks; an edit tells people something too. */
const lettersOf = (portal: Portal) =>
  portal.db
    .selectFrom('emails')
    .selectAll()
    .where('member_id', 'is not', null)
    .orderBy('queued_at')
    .execute();
const mail = (team: Team, who: Pick<Somebody, 'caller'> = team.supervisor) =>
  who.caller.call(mailGroup, { params: { groupId: team.groupId } });
/** Marks the members in their order; undefined leaves one out. */
const mark = (team: Team, ...marks: (number | undefined)[]) =>
  team.supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: Object.fromEntries(
        marks.flatMap((given, index) =>
          given === undefined
            ? []
            : [[at(team.ids, index), { month1: { marks: given, feedback: `Feedback ${given}.` } }]],
        ),
      ),
    },
  });
const recordViva = (team: Team) =>
  team.examiner.caller.call(saveMarks, {
    body: {
      semester: 'External Viva',
      groupId: team.groupId,
      vivaDate: '2027-05-22',
      vivaStatus: 'pass',
      vivaFeedback: 'Well defended.',
    },
  });

describe('an email about marks', () => {
  test('says who marked, and an answer goes to them', async ({ portal }) => {
    const team = await aTeam(portal, { size: 1 });
    await mark(team, 5);
    await mail(team, team.examiner);
    const { reply_to, text_body, html_body } = at(await lettersOf(portal), 0);
    expect(reply_to).toBe(team.supervisor.email);
    const said = `${team.supervisor.name} marked Month 1 in your project “A portal for final-year projects” (BSCS-2027-001).`;
    expect(text_body).toContain(said);
    expect(html_body).toContain(said);
  });

  test('is answered to the office where several people marked, or the one who did is blocked', async ({
    portal,
  }) => {
    const office = portal.content.department.office.email;
    const [both, blocked] = [await aTeam(portal, { size: 1 }), await aTeam(portal, { size: 1 })];
    await mark(both, 5);
    await recordViva(both);
    await mark(blocked, 5);
    const params = { userId: blocked.supervisor.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    await mail(both);
    await mail(blocked, { caller: portal.admin });
    const emails = await lettersOf(portal);
    expect(emails.map(({ reply_to }) => reply_to)).toEqual([office, office]);
    expect(at(emails, 0).text_body).toContain(
      `${both.examiner.name} and ${both.supervisor.name} marked Month 1`,
    );
  });

  test('has no mark and no outcome in its subject, however many milestones it tells', async ({
    portal,
  }) => {
    const team = await aTeam(portal, { size: 1 });
    const cells = ['proposal', 'month1', 'month2', 'month3'].map((key) => [key, { marks: 8 }]);
    const save = (marks: object) =>
      team.supervisor.caller.call(saveMarks, {
        body: {
          semester: 'Semester 7',
          groupId: team.groupId,
          marks: { [at(team.ids, 0)]: marks },
        },
      });
    await save(Object.fromEntries(cells));
    await mail(team);
    portal.wait(minute);
    await save({ month4: { feedback: 'Show me the figures.' } });
    await mail(team);
    const [first, second] = await lettersOf(portal);
    expect(first?.subject).toBe('BSCS-2027-001: Proposal, Month 1 and 2 more marked');
    expect(second?.subject).toBe('BSCS-2027-001: Month 4 updated');
    expect(second?.text_body).toContain('Month 4: 0 of 10 (not marked yet)\nFeedback: Show me');
  });

  test('says in both its parts which department it is from, and how its office is reached', async ({
    portal,
  }) => {
    const team = await aTeam(portal, { size: 1 });
    await mark(team, 5);
    await mail(team);
    const { name, university, office } = portal.content.department;
    const { text_body, html_body } = at(await lettersOf(portal), 0);
    for (const said of [`${name}, ${university}`, 'FYP Portal', ...Object.values(office)]) {
      expect(text_body).toContain(said);
      expect(html_body).toContain(said);
    }
  });
});
