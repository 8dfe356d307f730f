import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { deleteGroup } from '#contract/groups.ts';
import { addCohort, listCohorts } from '#contract/settings/cohorts.ts';
import type { KindSettings } from '#contract/settings/kinds.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort, buildCohortInput } from '#server/test/records/cohorts.ts';
import { addTestDeadline, addTestKinds, poster } from '#server/test/records/kinds.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf, buildPng } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const MB = 1024 * 1024;

async function refuse(portal: Portal, change: (value: KindSettings) => void) {
  const input = await buildSettingChange(portal, 'kinds', change);
  return expectRefusal(portal, portal.admin, saveSetting, input);
}

async function save(portal: Portal, change: (value: KindSettings) => void) {
  await portal.admin.call(saveSetting, await buildSettingChange(portal, 'kinds', change));
}

const uploadPoster = async (portal: Portal) => {
  const team = await createTestGroup(portal);
  const { caller, email } = team.student;
  const params = { kind: 'poster', email };
  await caller.call(uploadDocument, { params, body: { file: toFile(buildPng(), 'a.png') } });
  return team;
};

describe('the kinds of files of a cohort', () => {
  test.for<[string, string, (value: KindSettings) => void]>([
    ['the id of a standard kind', 'added.0.id', ({ added }) => added.push({ ...poster, id: 'cv' })],
    ['two kinds with one id', 'added.1.id', ({ added }) => added.push(poster, poster)],
    [
      'the title of a standard kind',
      'added.0.title',
      ({ added }) => added.push({ ...poster, title: 'thesis' }),
    ],
    [
      'two kinds with one title',
      'added.1.title',
      ({ added }) => added.push(poster, { ...poster, id: 'second-poster' }),
    ],
    [
      'a standard kind with the title of another',
      'standard.report.title',
      ({ standard }) => Object.assign(standard, { report: { title: 'Thesis' } }),
    ],
    ['no type', 'added.0.types', ({ added }) => added.push({ ...poster, types: [] })],
    [
      'an unknown type',
      'added.0.types.0',
      ({ added }) => added.push({ ...poster, types: ['exe' as 'pdf'] }),
    ],
    [
      'a size above the limit of the installation',
      'added.0.maxMb',
      ({ added }) => added.push({ ...poster, maxMb: 201 }),
    ],
    [
      'a larger size of a standard kind than the installation accepts',
      'standard.thesis.maxMb',
      ({ standard }) => Object.assign(standard, { thesis: { maxMb: 51 } }),
    ],
    [
      'a type of a standard kind',
      'standard.thesis.types',
      ({ standard }) => Object.assign(standard, { thesis: { types: ['zip'] } }),
    ],
  ])('are rejected with an error at the field for %s', async ([, field, change], { portal }) => {
    const refused = await refuse(portal, change);
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, [field]]);
  });

  test('cannot be removed or archived while a deadline of the cohort requires them', async ({
    portal,
  }) => {
    await addTestKinds(portal, [poster, { ...poster, id: 'flyer', title: 'Flyer' }]);
    await addTestDeadline(portal, 'draft', ['poster']);
    const message =
      '“Poster” is required by the deadline “Deadline draft”. Change that deadline first.';
    expect(await refuse(portal, ({ added }) => added.splice(0, 1))).toMatchObject({
      fields: { added: message },
    });
    expect(
      await refuse(portal, ({ added }) => {
        added[0] = { ...poster, archived: true };
      }),
    ).toMatchObject({ fields: { 'added.0.archived': message } });
    await save(portal, ({ added }) => added.splice(1, 1));
  });

  test('cannot be removed, or change between group and members, once a group has files of them, even in the bin', async ({
    portal,
  }) => {
    await addTestKinds(portal, [poster, { ...poster, id: 'flyer', title: 'Flyer' }]);
    const { groupId } = await uploadPoster(portal);
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const removal = await refuse(portal, ({ added }) => added.splice(0, 1));
    expect(removal.message).toContain('1 group has files of “Poster”, so it cannot be removed.');
    const change = await refuse(portal, ({ added }) => {
      added[0] = { ...poster, perMember: true };
    });
    expect(change.fields).toEqual({
      'added.0.perMember':
        '1 group has files of “Poster”, so this cannot change. Add another kind for it instead.',
    });
    await save(portal, ({ added }) => {
      added.splice(1, 1);
      added[0] = { ...poster, title: 'Large poster', types: ['pdf'], archived: true };
    });
  });

  test('cannot be removed from the current cohort while a group without a cohort has files of them', async ({
    portal,
  }) => {
    await addTestKinds(portal, [poster]);
    await addTestCohort(portal);
    const { groupId } = await uploadPoster(portal);
    await portal.db
      .updateTable('groups')
      .set({ cohort_id: null })
      .where('id', '=', groupId)
      .execute();
    const removal = await refuse(portal, ({ added }) => added.splice(0, 1));
    expect(removal.message).toContain('1 group has files of “Poster”, so it cannot be removed.');
    const empty = ({ added }: KindSettings) => added.splice(0, 1);
    const other = await buildSettingChange(portal, 'kinds', empty, '2028');
    await portal.admin.call(saveSetting, other);
  });

  test('reject a deadline that requires an unknown or archived kind or one of another cohort', async ({
    portal,
  }) => {
    await addTestKinds(portal, [{ ...poster, archived: true }]);
    await addTestCohort(portal);
    await addTestKinds(portal, [{ ...poster, id: 'sketch' }], '2028');
    for (const [kind, message] of [
      ['poster', '“Poster” is no longer collected.'],
      ['sketch', '“sketch” is not among the kinds of files.'],
      ['cv', '“cv” is not among the kinds of files.'],
    ] as const) {
      const input = await buildSettingChange(portal, 'deadlines', (list) => {
        list.push({ title: 'New', due: '2027-02-01 23:59', documents: [kind] });
      });
      const { fields = {} } = await expectRefusal(portal, portal.admin, saveSetting, input);
      expect(Object.values(fields)[0]).toContain(message);
    }
  });

  test('change the title and size of a standard kind in this cohort only', async ({ portal }) => {
    await addTestCohort(portal);
    await save(portal, ({ standard }) => {
      standard.thesis = { title: 'Final report', maxMb: 1 };
    });
    const { cohorts } = await portal.admin.call(listCohorts);
    const titleOf = (code: string) =>
      cohorts.find((cohort) => cohort.code === code)?.kinds.find(({ kind }) => kind === 'thesis')
        ?.label;
    expect([titleOf(portal.content.current.code), titleOf('2028')]).toEqual([
      'Final report',
      'Thesis',
    ]);
    expect((await portal.admin.call(findChoices)).sizeLimits.thesis).toBe(MB);
    const { student } = await createTestGroup(portal);
    const input = {
      params: { kind: 'thesis', email: student.email },
      body: { file: toFile(buildPdf({ bytes: MB + 1 }), 'thesis.pdf') },
    };
    const refused = await expectRefusal(portal, student.caller, uploadDocument, input);
    expect([refused.status, refused.message]).toEqual([
      413,
      'Final report must be 1 MB or smaller; “thesis.pdf” is larger.',
    ]);
    const body = { file: toFile(buildPdf(), 'thesis.pdf') };
    const reply = await student.caller.call(uploadDocument, { ...input, body });
    expect(reply.message).toBe('THESIS uploaded successfully.');
  });

  test('are copied to the next cohort without archived ones, which its deadlines cannot require', async ({
    portal,
  }) => {
    const flyer = { ...poster, id: 'flyer', title: 'Flyer', archived: true };
    await addTestKinds(portal, [poster, flyer]);
    const due = '2027-09-25 23:00';
    const refused = await expectRefusal(
      portal,
      portal.admin,
      addCohort,
      buildCohortInput(portal, { deadlines: [{ title: 'Flyer', due, documents: ['flyer'] }] }),
    );
    expect(refused.message).toContain('“flyer” is not among the kinds of files.');
    const deadlines = [{ title: 'Poster', due, documents: ['poster'] }];
    const { kinds } = await addTestCohort(portal, { deadlines });
    expect(kinds.filter(({ isAdded }) => isAdded).map(({ kind }) => kind)).toEqual(['poster']);
  });
});
