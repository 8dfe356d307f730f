import { describe, expect } from 'vitest';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import { convertScheme } from '#contract/settings/settings.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  markTestGroup,
  readMarksEmails,
  saveTestMarks,
} from '#server/test/records/marking.ts';
import { listNoticeTexts } from '#server/test/records/notices.ts';
import {
  buildConversion,
  convertTestMarks,
  createMarkedGroups,
  editMilestone,
  readLastSettingChange,
  readMonth1,
  removeMilestone,
} from '#server/test/records/scheme-changes.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const historyOf = async (portal: Portal, { groupId }: TestGroup, part = 'month1') => {
  const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
  return changes
    .filter((line) => line.part === part && line.field !== 'feedback')
    .map(({ memberName, field, from, to }) => [memberName, field, from, to]);
};

describe('a mark conversion', () => {
  test('returns the old and new value of each mark in a dry run and stores nothing', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    const before = await portal.snapshot();
    const by = editMilestone('month1', { total: 3 });
    const trial = await convertTestMarks(portal, by, { month1: 'scale' }, true);
    expect(await portal.snapshot()).toEqual(before);
    expect(trial.isSaved).toBe(false);
    expect(trial.marks).toEqual([
      {
        fypGroupName: team.group.fypGroupName,
        memberName: team.student.name,
        roll: team.group.fypGroupMembers[0]?.roll,
        milestone: 'month1',
        title: 'Month 1',
        totalBefore: 10,
        totalAfter: 3,
        before: 10,
        after: 3,
        isRounded: false,
      },
      expect.objectContaining({ memberName: team.mate.name, before: 7, after: 2.1 }),
    ]);
  });

  test('scales each mark, adds it to the history, and notifies each student of their own marks only', async ({
    portal,
  }) => {
    const { team, neighbour } = await createMarkedGroups(portal);
    const by = editMilestone('month1', { total: 15, title: 'First month' });
    await convertTestMarks(portal, by, { month1: 'scale' });
    expect(await readMonth1(team)).toMatchObject({
      marks: 15,
      feedback: 'Feedback 10.',
      revision: 2,
    });
    expect((await historyOf(portal, team)).slice(0, 4)).toEqual([
      [team.mate.name, 'total', '10', '15'],
      [team.mate.name, 'marks', '7', '10.5'],
      [team.student.name, 'total', '10', '15'],
      [team.student.name, 'marks', '10', '15'],
    ]);
    const emails = await readMarksEmails(portal);
    expect(emails.map(({ recipient }) => recipient)).toEqual([team.student.email, team.mate.email]);
    const [first, second] = [getItemAt(emails, 0), getItemAt(emails, 1)];
    expect(first.subject).toBe(`${team.group.fypGroupName}: marking scheme changed`);
    expect(first.text_body).toContain('Month 1, before: 10 of 10\nMonth 1, now: 15 of 15');
    expect(second.text_body).toContain('Month 1, before: 7 of 10\nMonth 1, now: 10.5 of 15');
    expect(second.text_body).not.toContain('15 of 15');
    expect(await listNoticeTexts(team.mate)).toEqual([`${first.subject}.`]);
    expect(await listNoticeTexts(neighbour.student)).toEqual([]);
    const rows = await portal.db.selectFrom('marks').selectAll().execute();
    expect(rows.every((row) => row.notified_revision === row.revision)).toBe(true);
    expect((await emailTestGroupMarks(team)).queued).toBe(0);
    expect(await historyOf(portal, neighbour)).toEqual([]);
  });

  test('can keep the marks unchanged, but adds the new total to the history and notifies the students of it', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    await convertTestMarks(portal, editMilestone('month1', { total: 20, weight: 20 }), {
      month1: 'keep',
    });
    expect(await readMonth1(team)).toMatchObject({ marks: 10, revision: 2 });
    expect((await historyOf(portal, team)).slice(2, 4)).toEqual([
      [team.student.name, 'weight', '10', '20'],
      [team.student.name, 'total', '10', '20'],
    ]);
    const { text_body } = getItemAt(await readMarksEmails(portal), 0);
    expect(text_body).toContain('Month 1, before: 10 of 10\nMonth 1, now: 10 of 20');
    expect(text_body).toContain('Weight of Month 1 in the final mark: 10 before, 20 now');
  });

  test('states in the emails to students and in the audit trail that marks were rounded', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    await convertTestMarks(portal, editMilestone('month1', { total: 3.33 }), { month1: 'scale' });
    const emails = await readMarksEmails(portal);
    expect(getItemAt(emails, 0).text_body).toContain('Month 1, now: 3.33 of 3.33\n');
    expect(getItemAt(emails, 1).text_body).toContain('now: 2.33 of 3.33, rounded to two decimals');
    expect(await readLastSettingChange(portal)).toBe(
      'Marking scheme: Month 1: total from 10 to 3.33, 2 marks scaled, 1 of them rounded',
    );
    expect(await readMonth1(team)).toMatchObject({ marks: 3.33 });
  });

  test('keeps marks and their revision numbers if only the weight changes, and notifies the students', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    await convertTestMarks(portal, editMilestone('month1', { weight: 1 }), { month1: 'keep' });
    expect(await readMonth1(team)).toMatchObject({ marks: 10, revision: 1 });
    expect((await historyOf(portal, team))[0]).toEqual([team.mate.name, 'weight', '10', '1']);
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });

  test('sends no email about a mark that has not been emailed yet, and the first email contains the converted mark', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 9);
    await convertTestMarks(portal, editMilestone('month1', { total: 20 }), { month1: 'scale' });
    expect(await readMarksEmails(portal)).toEqual([]);
    expect((await emailTestGroupMarks(team)).queued).toBe(1);
    expect(getItemAt(await readMarksEmails(portal), 0).text_body).toContain('Month 1: 18 of 20');
  });

  test('notifies a student of the new total even if the mark was changed and changed back before the conversion', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    for (const marks of [9, 10]) await saveTestMarks(team, team.supervisor, { month1: { marks } });
    await convertTestMarks(portal, editMilestone('month1', { total: 20 }), { month1: 'keep' });
    expect(await readMarksEmails(portal)).toHaveLength(1);
    await emailTestGroupMarks(team);
    const owed = getItemAt(await readMarksEmails(portal), 0);
    expect(owed.recipient).toBe(team.student.email);
    expect(owed.text_body).toContain('Month 1: 10 of 20');
    // Without a conversion, two mark changes that cancel each other out cause no email.
    for (const marks of [9, 10]) await saveTestMarks(team, team.supervisor, { month1: { marks } });
    expect((await emailTestGroupMarks(team)).queued).toBe(0);
  });

  test('notifies students that a milestone was removed, and keeps its marks in the history', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    await convertTestMarks(portal, removeMilestone('month1'), { month1: 'remove' });
    const { text_body } = getItemAt(await readMarksEmails(portal), 1);
    expect(text_body).toContain(
      'Month 1, before: 7 of 10\nMonth 1, now: removed from the marking scheme',
    );
    expect((await historyOf(portal, team))[0]).toEqual([team.mate.name, 'marks', '7', null]);
  });

  test('also converts the marks of deleted groups, whose students are notified after the group is restored', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    const { groupId } = team;
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const { marks } = await convertTestMarks(portal, editMilestone('month1', { total: 20 }), {
      month1: 'scale',
    });
    expect(marks).toHaveLength(2);
    expect(await readMarksEmails(portal)).toEqual([]);
    await portal.admin.call(restoreGroup, { params: { groupId } });
    expect(await readMonth1(team)).toMatchObject({ marks: 20, revision: 2 });
    portal.wait(3 * 60_000);
    await queueOverdueMarksEmails(portal);
    expect(getItemAt(await readMarksEmails(portal), 1).text_body).toContain(
      'Month 1: 14 of 20, corrected from 7 of 10\n',
    );
  });

  test('causes a conflict for a marker who saves a form that was loaded before the conversion, even if the conversion kept the marks', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    await convertTestMarks(portal, editMilestone('month1', { total: 20 }), { month1: 'keep' });
    const body = (cell: object, id = 0) => ({
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: { [getItemAt(team.ids, id)]: cell },
    });
    const read = { month1: { marks: 9, revision: 1 } };
    const stale = await expectRefusal(portal, team.supervisor.caller, saveMarks, {
      body: body(read),
    });
    expect(stale.code).toBe('mark-changed');
    expect(stale.conflicts?.[0]).toMatchObject({ marks: 10, revision: 2 });
    const unmarked = { month2: { marks: 9, total: 10 } };
    await convertTestMarks(portal, editMilestone('month2', { total: 40 }), {});
    const typed = await expectRefusal(portal, team.supervisor.caller, saveMarks, {
      body: body(unmarked),
    });
    expect([typed.code, typed.message]).toEqual([
      'stale-version',
      'Nothing was saved: the total of Month 2 is now 40, not 10. Check your marks against it and save again.',
    ]);
    await saveTestMarks(team, team.supervisor, { month2: { marks: 36, total: 40 } });
  });

  test('leaves no mark unconverted if a mark is saved concurrently', async ({ portal }) => {
    for (const total of [20, 40, 30, 60]) {
      const before = findMilestone(portal.content.current.scheme, 'month1')?.total ?? 0;
      const team = await createTestGroup(portal);
      const input = await buildConversion(portal, editMilestone('month1', { total }), {
        month1: 'scale',
      });
      const [saved, converted] = await Promise.allSettled([
        saveTestMarks(team, team.supervisor, { month1: { marks: before / 2, total: before } }),
        portal.admin.call(convertScheme, input),
      ]);
      expect(converted.status).toBe('fulfilled');
      const mark = await readMonth1(team);
      if (saved.status === 'fulfilled') expect(mark?.marks).toBe(total / 2);
      else {
        expect(saved.reason.code).toBe('stale-version');
        expect(mark).toMatchObject({ marks: null, revision: 0 });
      }
    }
  });
});
