import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { deleteGroup, findGroup, listChanges, restoreGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { findMilestone, type MarkingScheme, type Milestone } from '#contract/rules/scheme.ts';
import { scaleMarks } from '#contract/rules/scheme-change.ts';
import { addCohort } from '#contract/settings/cohorts.ts';
import {
  convertScheme,
  getSetting,
  getSettingsFiles,
  importSettings,
  type MarksConversion,
  saveSetting,
} from '#contract/settings/settings.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { buildCohortQueryParams, buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import {
  emailTestGroupMarks,
  markTestGroup,
  readMarksEmails,
  saveTestMarks,
} from '#server/test/records/marking.ts';
import { listNoticeTexts } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const edit = (key: string, values: Partial<Milestone>) => (scheme: MarkingScheme) => {
  Object.assign(findMilestone(scheme, key) ?? {}, values);
};
const remove = (key: string) => (scheme: MarkingScheme) => {
  for (const part of scheme.parts) {
    part.milestones = part.milestones.filter((milestone) => milestone.key !== key);
  }
};
const convert = async (
  portal: Portal,
  by: (scheme: MarkingScheme) => void,
  conversion: MarksConversion,
  dryRun = false,
) => {
  const { body } = await buildSettingChange(portal, 'scheme', by);
  return { query: buildCohortQueryParams(portal), body: { ...body, conversion, dryRun } };
};
const callConvert = async (
  portal: Portal,
  by: (scheme: MarkingScheme) => void,
  conversion: MarksConversion,
  dryRun = false,
) => portal.admin.call(convertScheme, await convert(portal, by, conversion, dryRun));
const month1Of = async ({ student }: TestGroup) => {
  const { member } = await student.caller.call(findGroup, { params: { email: student.email } });
  return member.month1;
};
const historyOf = async (portal: Portal, { groupId }: TestGroup, part = 'month1') => {
  const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
  return changes
    .filter((line) => line.part === part && line.field !== 'feedback')
    .map(({ memberName, field, from, to }) => [memberName, field, from, to]);
};
const withScheme = async (portal: Portal, total: string) => {
  const { files } = await portal.admin.call(getSettingsFiles);
  const text = files['scheme.yaml'] ?? '';
  const changed = text.replace(/(key: month1\n\s+title: .*\n\s+total: )\d+/, `$1${total}`);
  expect(changed).not.toBe(text);
  return { 'scheme.yaml': changed };
};

async function twoTeams(portal: Portal) {
  const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
  await markTestGroup(team, 10, 7);
  await emailTestGroupMarks(team);
  await saveTestMarks(neighbour, neighbour.supervisor, { proposal: { marks: 5 } });
  await emailTestGroupMarks(neighbour);
  await portal.db.deleteFrom('emails').execute();
  await portal.db.deleteFrom('notices').execute();
  return { team, neighbour };
}

describe('a marking scheme change to a milestone with marks', () => {
  test.for<[string, (scheme: MarkingScheme) => void, object]>([
    [
      'a raised total',
      edit('month1', { total: 20 }),
      { totalAfter: 20, count: 2, highest: 10, choices: ['scale', 'keep'] },
    ],
    [
      'a slightly raised total',
      edit('month1', { total: 10.01 }),
      { totalAfter: 10.01, count: 2, choices: ['scale', 'keep'] },
    ],
    [
      'a lowered total',
      edit('month1', { total: 5 }),
      { totalAfter: 5, count: 2, choices: ['scale'] },
    ],
    [
      'another weight',
      edit('month1', { weight: 3 }),
      { totalAfter: 10, weightBefore: 10, weightAfter: 3, choices: ['keep'] },
    ],
    ['a removed milestone', remove('month1'), { totalAfter: null, count: 2, choices: ['remove'] }],
    [
      'another key',
      edit('month1', { key: 'firstMonth' }),
      { milestone: 'month1', totalAfter: null, choices: ['remove'] },
    ],
  ])(
    'is rejected with an error that names the affected milestone if no conversion is chosen: %s',
    async ([, by, affected], { portal }) => {
      await twoTeams(portal);
      const saved = await buildSettingChange(portal, 'scheme', by);
      const refused = await expectRefusal(portal, portal.admin, saveSetting, saved);
      expect([refused.status, refused.code]).toEqual([409, 'marks-affected']);
      expect(refused.affected).toHaveLength(1);
      expect(refused.affected?.[0]).toMatchObject({
        title: 'Month 1',
        totalBefore: 10,
        ...affected,
      });
      const converted = await convert(portal, by, { proposal: 'scale' });
      const again = await expectRefusal(portal, portal.admin, convertScheme, converted);
      expect(again.message).toBe(refused.message);
    },
  );

  test('is rejected if a milestone has no conversion choice, with an error that lists its marks and totals', async ({
    portal,
  }) => {
    await twoTeams(portal);
    const by = (scheme: MarkingScheme) => {
      edit('month1', { total: 20, weight: 20 })(scheme);
      edit('proposal', { total: 8 })(scheme);
    };
    const refused = await expectRefusal(
      portal,
      portal.admin,
      convertScheme,
      await convert(portal, by, { month1: 'keep' }),
    );
    expect(refused.message).toBe(
      'Nothing was saved: marks are given for Proposal (1 mark, total from 10 to 8). Choose what happens to these marks.',
    );
    expect(refused.affected?.map(({ milestone }) => milestone)).toEqual(['proposal', 'month1']);
  });

  test('needs no conversion choice if all the marks belong to another cohort', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    const deadlines = [{ title: 'Proposal', due: '2027-09-25 23:00' }];
    const from = portal.content.current._id;
    const body = { name: 'Session 2028', code: '2028', from, deadlines, makeCurrent: false };
    await portal.admin.call(addCohort, { body });
    const query = { cohort: '2028' };
    const { version, value } = await portal.admin.call(getSetting, {
      params: { name: 'scheme' },
      query,
    });
    edit('month1', { total: 20 })(value as MarkingScheme);
    await portal.admin.call(saveSetting, {
      params: { name: 'scheme' },
      query,
      body: { version, value },
    });
    expect(await month1Of(team)).toMatchObject({ marks: 10, revision: 1 });
  });

  test('is rejected without a conversion choice even if it restores an earlier version', async ({
    portal,
  }) => {
    await portal.admin.call(
      saveSetting,
      await buildSettingChange(portal, 'scheme', edit('month1', { total: 12 })),
    );
    const team = await createTestGroup(portal);
    await markTestGroup(team, 12);
    const { value } = await portal.admin.call(getSetting, {
      params: { name: 'scheme' },
      query: { version: 1 },
    });
    const body = { version: 2, value, restored: 1 };
    const refused = await expectRefusal(portal, portal.admin, saveSetting, {
      params: { name: 'scheme' },
      query: buildCohortQueryParams(portal),
      body,
    });
    expect(refused.code).toBe('marks-affected');
    await portal.admin.call(convertScheme, {
      query: buildCohortQueryParams(portal),
      body: { ...body, conversion: { month1: 'scale' }, dryRun: false },
    });
    expect(await month1Of(team)).toMatchObject({ marks: 10, revision: 2 });
    const { detail } = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'setting-changed')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toBe(
      'Marking scheme: version 1 restored: Month 1: total from 12 to 10, 1 mark scaled',
    );
  });

  test('is rejected if it is uploaded in a file without a conversion choice, but a dry run of the upload lists the affected milestones', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    const files = await withScheme(portal, '20');
    const { affected, checked } = await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, dryRun: true },
    });
    expect(affected).toMatchObject([{ milestone: 'month1', totalAfter: 20, count: 2 }]);
    const refused = await expectRefusal(portal, portal.admin, importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, checked, dryRun: false },
    });
    expect([refused.status, refused.affected]).toEqual([409, affected]);
    await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, checked, conversion: { month1: 'scale' }, dryRun: false },
    });
    expect(await month1Of(team)).toMatchObject({ marks: 20, revision: 2 });
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });

  test('is rejected if the choice keeps marks above the total, scales to the same total or removes marks of a kept milestone', async ({
    portal,
  }) => {
    await twoTeams(portal);
    const refusal = async (by: (scheme: MarkingScheme) => void, conversion: MarksConversion) =>
      expectRefusal(portal, portal.admin, convertScheme, await convert(portal, by, conversion));
    const keep = await refusal(edit('month1', { total: 9.99 }), { month1: 'keep' });
    expect([keep.status, keep.fields]).toEqual([
      400,
      {
        'conversion.month1':
          'Month 1: a mark of 10 exceeds the new total of 9.99. Scale the marks, or raise the total.',
      },
    ]);
    const weight = await refusal(edit('month1', { weight: 9 }), { month1: 'scale' });
    expect(weight.message).toBe('Month 1: the total stays, so the marks can only be kept.');
    const raise = await refusal(edit('month1', { total: 20 }), { month1: 'remove' });
    expect(raise.message).toBe('Month 1: the milestone stays, so its marks can be scaled or kept.');
  });

  test('is rejected in a closed cohort', async ({ portal }) => {
    await twoTeams(portal);
    const converted = await convert(portal, edit('month1', { total: 20 }), { month1: 'scale' });
    const files = await withScheme(portal, '20');
    await closeCurrentCohort(portal);
    const refused = await expectRefusal(portal, portal.admin, convertScheme, converted);
    expect(refused.code).toBe('cohort-closed');
    const uploaded = await expectRefusal(portal, portal.admin, importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, conversion: { month1: 'scale' }, dryRun: false },
    });
    expect(uploaded.code).toBe('cohort-closed');
  });
});

describe('a mark conversion', () => {
  test('returns the old and new value of each mark in a dry run and stores nothing', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    const before = await portal.snapshot();
    const by = edit('month1', { total: 3 });
    const trial = await callConvert(portal, by, { month1: 'scale' }, true);
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
    const { team, neighbour } = await twoTeams(portal);
    const by = edit('month1', { total: 15, title: 'First month' });
    await callConvert(portal, by, { month1: 'scale' });
    expect(await month1Of(team)).toMatchObject({
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
    const { team } = await twoTeams(portal);
    await callConvert(portal, edit('month1', { total: 20, weight: 20 }), { month1: 'keep' });
    expect(await month1Of(team)).toMatchObject({ marks: 10, revision: 2 });
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
    const { team } = await twoTeams(portal);
    await callConvert(portal, edit('month1', { total: 3.33 }), { month1: 'scale' });
    const emails = await readMarksEmails(portal);
    expect(getItemAt(emails, 0).text_body).toContain('Month 1, now: 3.33 of 3.33\n');
    expect(getItemAt(emails, 1).text_body).toContain('now: 2.33 of 3.33, rounded to two decimals');
    const entry = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'setting-changed')
      .executeTakeFirst();
    expect(entry?.detail).toBe(
      'Marking scheme: Month 1: total from 10 to 3.33, 2 marks scaled, 1 of them rounded',
    );
    expect(await month1Of(team)).toMatchObject({ marks: 3.33 });
  });

  test('keeps marks and their revision numbers if only the weight changes, and notifies the students', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    await callConvert(portal, edit('month1', { weight: 1 }), { month1: 'keep' });
    expect(await month1Of(team)).toMatchObject({ marks: 10, revision: 1 });
    expect((await historyOf(portal, team))[0]).toEqual([team.mate.name, 'weight', '10', '1']);
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });

  test('sends no email about a mark that has not been emailed yet, and the first email contains the converted mark', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 9);
    await callConvert(portal, edit('month1', { total: 20 }), { month1: 'scale' });
    expect(await readMarksEmails(portal)).toEqual([]);
    expect((await emailTestGroupMarks(team)).queued).toBe(1);
    expect(getItemAt(await readMarksEmails(portal), 0).text_body).toContain('Month 1: 18 of 20');
  });

  test('notifies a student of the new total even if the mark was changed and changed back before the conversion', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    for (const marks of [9, 10]) await saveTestMarks(team, team.supervisor, { month1: { marks } });
    await callConvert(portal, edit('month1', { total: 20 }), { month1: 'keep' });
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
    const { team } = await twoTeams(portal);
    await callConvert(portal, remove('month1'), { month1: 'remove' });
    const { text_body } = getItemAt(await readMarksEmails(portal), 1);
    expect(text_body).toContain(
      'Month 1, before: 7 of 10\nMonth 1, now: removed from the marking scheme',
    );
    expect((await historyOf(portal, team))[0]).toEqual([team.mate.name, 'marks', '7', null]);
  });

  test('also converts the marks of deleted groups, whose students are notified after the group is restored', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    const { groupId } = team;
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const { marks } = await callConvert(portal, edit('month1', { total: 20 }), { month1: 'scale' });
    expect(marks).toHaveLength(2);
    expect(await readMarksEmails(portal)).toEqual([]);
    await portal.admin.call(restoreGroup, { params: { groupId } });
    expect(await month1Of(team)).toMatchObject({ marks: 20, revision: 2 });
    portal.wait(3 * 60_000);
    await queueOverdueMarksEmails(portal);
    expect(getItemAt(await readMarksEmails(portal), 1).text_body).toContain('Month 1: 14 of 20');
  });

  test('causes a conflict for a marker who saves a form that was loaded before the conversion, even if the conversion kept the marks', async ({
    portal,
  }) => {
    const { team } = await twoTeams(portal);
    await callConvert(portal, edit('month1', { total: 20 }), { month1: 'keep' });
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
    await callConvert(portal, edit('month2', { total: 40 }), {});
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
      const input = await convert(portal, edit('month1', { total }), { month1: 'scale' });
      const [saved, converted] = await Promise.allSettled([
        saveTestMarks(team, team.supervisor, { month1: { marks: before / 2, total: before } }),
        portal.admin.call(convertScheme, input),
      ]);
      expect(converted.status).toBe('fulfilled');
      const mark = await month1Of(team);
      if (saved.status === 'fulfilled') expect(mark?.marks).toBe(total / 2);
      else {
        expect(saved.reason.code).toBe('stale-version');
        expect(mark).toMatchObject({ marks: null, revision: 0 });
      }
    }
  });

  test('keeps every mark within the milestone’s total in any sequence of conversions', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const step = fc.record({
      total: fc.integer({ min: 1, max: 100_000 }).map((value) => value / 100),
      isScaled: fc.boolean(),
    });
    let [total, expected] = [10, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(step, { minLength: 1, maxLength: 3 }),
        async (share, steps) => {
          expected = Math.floor(total * 100 * share) / 100;
          await saveTestMarks(team, team.supervisor, { month1: { marks: expected } });
          for (const { total: next, isScaled } of steps) {
            if (next === total) continue;
            const by = edit('month1', { total: next });
            const choice = isScaled ? 'scale' : 'keep';
            if (!isScaled && expected > next) {
              const input = await convert(portal, by, { month1: choice });
              await expectRefusal(portal, portal.admin, convertScheme, input);
              continue;
            }
            await callConvert(portal, by, { month1: choice });
            expected = isScaled ? scaleMarks(expected, total, next).marks : expected;
            total = next;
            const mark = await month1Of(team);
            expect(mark?.marks).toBe(expected);
            expect(mark?.marks).toBeLessThanOrEqual(total);
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});
