import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { mailForgotten } from '#server/marks/mail-group.ts';
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

describe('emails that nobody asked for', () => {
  test('are written two minutes after the save, once', async ({ portal }) => {
    const [team, untouched] = [await aTeam(portal), await aTeam(portal)];
    await mark(team, 5);
    await mailForgotten(portal);
    expect(await lettersOf(portal)).toEqual([]);
    portal.wait(2 * minute + 1);
    await mailForgotten(portal);
    await mailForgotten(portal);
    expect((await lettersOf(portal)).map(({ recipient }) => recipient)).toEqual([
      team.student.email,
    ]);
    expect((await mail(team)).queued).toBe(0);
    expect((await mail(untouched)).queued).toBe(0);
  });

  test('are written for the viva’s record too, not for a group in the bin', async ({ portal }) => {
    const [team, binned] = [await aTeam(portal), await aTeam(portal)];
    await recordViva(team);
    await recordViva(binned);
    await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
    await mailForgotten(portal);
    expect(await lettersOf(portal)).toEqual([]);
    portal.wait(2 * minute + 1);
    await mailForgotten(portal);
    expect((await lettersOf(portal)).map(({ recipient }) => recipient).toSorted()).toEqual(
      [team.student.email, team.mate.email].toSorted(),
    );
  });

  test('are written for a viva that was recorded while the clock was ahead', async ({ portal }) => {
    const team = await aTeam(portal);
    portal.wait(60 * minute);
    await recordViva(team);
    portal.wait(-60 * minute);
    await mailForgotten(portal);
    expect(await lettersOf(portal)).toHaveLength(2);
  });

  test('are not written where the browser asked in time', async ({ portal }) => {
    const team = await aTeam(portal);
    await mark(team, 5, 6);
    await mail(team);
    portal.wait(10 * minute);
    await mailForgotten(portal);
    expect(await lettersOf(portal)).toHaveLength(2);
  });

  test('and asked for at the same moment are written once', async ({ portal }) => {
    const team = await aTeam(portal);
    await mark(team, 5, 6);
    portal.wait(3 * minute);
    await Promise.all([mailForgotten(portal), mail(team), mailForgotten(portal)]);
    expect(await lettersOf(portal)).toHaveLength(2);
  });
});
