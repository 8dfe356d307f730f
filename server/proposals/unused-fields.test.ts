import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importTemplate } from '#contract/admin/imports.ts';
import { checkDocument } from '#contract/documents.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportGroups, FullGroup, findGroup } from '#contract/groups.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { findChoices, submitProposal } from '#contract/students/proposals.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { switchModule } from '#server/test/content/modules.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildGroupRows, checkAndImportGroups } from '#server/test/records/imports.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildMember, buildPdfFile, buildProposal } from '#tools/test/people.ts';

/** Proposes a group of one student with the given changes to the form of the student. Returns the group. */
async function propose(portal: Portal, changes: object = {}) {
  const student = await createTestUser(portal);
  const groupMembers = [{ ...buildMember(student), ...changes }];
  await student.caller.call(submitProposal, { body: buildProposal([], { groupMembers }) });
  const params = { email: student.email };
  return FullGroup.parse((await portal.admin.call(findGroup, { params })).group);
}

const readFatherNames = async (portal: Portal) =>
  (await portal.db.selectFrom('members').select('father_name').execute()).map(
    ({ father_name }) => father_name,
  );

describe('a father’s name that the department does not use', () => {
  test('is not required in a proposal, and is not stored if an older client sends it', async ({
    portal,
  }) => {
    await switchModule(portal, 'fatherName', false);
    await propose(portal, { fathername: 'Karim Khan' });
    await propose(portal, { fathername: '' });
    expect(await readFatherNames(portal)).toEqual(['', '']);
  });

  test('stays stored when an older client saves the whole group without it or with another one', async ({
    portal,
  }) => {
    const stored = await propose(portal);
    await switchModule(portal, 'fatherName', false);
    for (const fathername of ['', 'Somebody Else']) {
      const member = { ...getItemAt(stored.fypGroupMembers, 0), fathername, name: 'New Name' };
      const body = { fypGroupMembers: [member] };
      await portal.admin.call(updateGroup, { params: { groupId: stored._id }, body });
    }
    expect(await readFatherNames(portal)).toEqual([
      getItemAt(stored.fypGroupMembers, 0).fathername,
    ]);
  });

  test('may stay empty when a group is saved after the module has been switched on again', async ({
    portal,
  }) => {
    await switchModule(portal, 'fatherName', false);
    const stored = await propose(portal);
    await switchModule(portal, 'fatherName', true);
    const neighbour = await createTestGroup(portal, { size: 1 });
    const member = { ...getItemAt(stored.fypGroupMembers, 0), phone: '+92 3001234567' };
    await portal.admin.call(updateGroup, {
      params: { groupId: stored._id },
      body: { fypGroupMembers: [member] },
    });
    expect(await readFatherNames(portal)).toContain('');
    const emptied = { fypGroupMembers: [{ _id: neighbour.ids[0] ?? '', fathername: '' }] };
    const refusal = await expectRefusal(portal, portal.admin, updateGroup, {
      params: { groupId: neighbour.groupId },
      body: emptied,
    });
    expect(refusal.fields).toEqual({ 'fypGroupMembers.0.fathername': 'Father name is required.' });
  });

  test('is no column of the import’s template and of exports, and is ignored in an imported file', async ({
    portal,
  }) => {
    await switchModule(portal, 'fatherName', false);
    const rows = buildGroupRows({ fathername: 'Karim Khan' }, { fathername: '' });
    expect((await checkAndImportGroups(portal, rows)).counts).toMatchObject({ new: 1 });
    expect(await readFatherNames(portal)).toEqual(['', '']);
    const again = rows.map((row) => ({ ...row, fathername: 'Another Name' }));
    expect((await checkAndImportGroups(portal, again)).counts).toMatchObject({ unchanged: 1 });
    const readHeader = async (...[endpoint, input]: Parameters<Portal['admin']['request']>) =>
      (await (await portal.admin.request(endpoint, input)).text()).split('\n')[0];
    for (const isOn of [false, true]) {
      await switchModule(portal, 'fatherName', isOn);
      const headers = [
        await readHeader(exportGroups, { query: { format: 'csv' } }),
        await readHeader(exportAwards, { query: { format: 'csv' } }),
        await readHeader(importTemplate, { query: { of: 'groups', format: 'csv' } }),
      ];
      for (const header of headers) expect(header?.includes('Father name')).toBe(isOn);
    }
  });
});

describe('a fee proof that the department does not use', () => {
  const readKinds = async (portal: Portal) =>
    (await portal.db.selectFrom('documents').select('kind').execute()).map(({ kind }) => kind);

  test('is not required in a proposal, and is not stored if an older client sends it', async ({
    portal,
  }) => {
    await switchModule(portal, 'feeProof', false);
    await propose(portal, { feeProof: undefined });
    await propose(portal, { feeProof: buildPdfFile('fee-proof.pdf') });
    expect(await readKinds(portal)).toEqual(['proposal', 'proposal']);
    await switchModule(portal, 'feeProof', true);
    const student = await createTestUser(portal);
    const groupMembers = [{ ...buildMember(student), feeProof: undefined }];
    const body = buildProposal([], { groupMembers });
    const refusal = await expectRefusal(portal, student.caller, submitProposal, { body });
    expect(refusal.fields).toEqual({ 'groupMembers.0.feeProof': 'Fee proof is required.' });
  });

  test('is not asked about before the proposal form, and its question needs no answer', async ({
    portal,
  }) => {
    const student = await createTestUser(portal);
    const readQuestions = async () =>
      (await student.caller.call(findChoices)).rules.eligibility.map(({ id }) => id);
    expect(await readQuestions()).toEqual(['asGroup', 'moreThanThree', 'feeProofs']);
    await switchModule(portal, 'feeProof', false);
    expect(await readQuestions()).toEqual(['asGroup', 'moreThanThree']);
    const eligibility = { asGroup: 'no', moreThanThree: 'no' } as const;
    const body = buildProposal([student], { eligibility });
    await student.caller.call(submitProposal, { body });
  });

  test('is neither listed nor checked nor asked for by a deadline, and appears again with its check', async ({
    portal,
  }) => {
    const deadlines = await buildSettingChange(portal, 'deadlines', ([first]) => {
      first?.documents?.push('feeProof');
    });
    await portal.admin.call(saveSetting, deadlines);
    const team = await createTestGroup(portal, { createdAt: '2025-09-01T10:00:00.000Z' });
    const [member] = (await team.read()).fypGroupMembers;
    const documentId = member?.feeProofPath?.split('/').at(-1) ?? '';
    const params = { documentId };
    await team.supervisor.caller.call(checkDocument, { params, body: { checked: true } });
    const readSubmission = async () => {
      const input = { params: { groupId: team.groupId } };
      return (await team.student.caller.call(listSubmissions, input)).submissions[0];
    };
    expect((await readSubmission())?.documents).toContain('feeProof');

    await switchModule(portal, 'feeProof', false);
    const hidden = await team.read();
    expect(hidden.documents.map(({ kind }) => kind)).not.toContain('feeProof');
    expect(hidden.fypGroupMembers.map(({ feeProofPath }) => feeProofPath)).toEqual([null, null]);
    expect((await readSubmission())?.documents).not.toContain('feeProof');
    const body = { checked: false };
    const input = { params, body };
    expect(await expectRefusal(portal, team.supervisor.caller, checkDocument, input)).toMatchObject(
      { code: 'module-off', status: 404 },
    );

    await switchModule(portal, 'feeProof', true);
    const shown = await team.read();
    expect(shown.documents.find(({ _id }) => _id === documentId)?.checkedAt).not.toBeNull();
    expect((await readSubmission())?.documents).toContain('feeProof');
  });
});
