import { describe, expect } from 'vitest';
import { exportBoard, findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findNoticeSettings } from '#contract/messages/notices.ts';
import { findOpenWork } from '#contract/settings/cohorts.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { addCertificate, findCertificates } from '#contract/students/certificates.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { switchModule } from '#server/test/content/modules.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildMember, buildPdfFile, buildProposal } from '#tools/test/people.ts';

const entry = { title: 'Python for Everybody', provider: 'Michigan', countsFor: 'internship' };

describe('certificates that the department does not use', () => {
  test('wait for nobody, are asked for by no deadline, and appear again with their entries', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: '2025-09-01T10:00:00.000Z' });
    const params = { groupId: team.groupId };
    await team.student.caller.call(addCertificate, { params, body: entry });
    await team.student.caller.call(uploadDocument, {
      params: { kind: 'certificate', email: team.student.email },
      body: { file: buildPdfFile('all.pdf') },
    });
    const look = async () => {
      const desk = await portal.admin.call(findDesk);
      const { submissions } = await team.student.caller.call(listSubmissions, { params });
      const notices = await team.student.caller.call(findNoticeSettings);
      const cohortId = portal.content.current._id;
      const work = await portal.admin.call(findOpenWork, { params: { cohortId } });
      const body = { groupIds: [team.groupId], columns: ['certificates'], marks: false };
      const sheet = await portal.admin.request(exportBoard, { query: { format: 'csv' }, body });
      return {
        desk: desk.items.some(({ id }) => id === 'certificates'),
        deadline: submissions.some(({ documents }) => documents.includes('certificate')),
        notices: notices.settings.some(({ kind }) => kind === 'certificates'),
        openWork: work.unchecked > 0,
        unfinished: work.unfinished.withoutCertificates > 0,
        sheet: (await sheet.text()).includes('Certificates'),
      };
    };
    const shown = {
      ...{ desk: true, deadline: true, notices: true, sheet: true },
      ...{ openWork: true, unfinished: true },
    };
    expect(await look()).toEqual(shown);
    await switchModule(portal, 'certificates', false);
    expect(await look()).toEqual({
      desk: false,
      deadline: false,
      notices: false,
      openWork: false,
      unfinished: false,
      sheet: false,
    });
    expect((await portal.admin.call(findBoard)).rows[0]?.certificates).toBe(0);
    await switchModule(portal, 'certificates', true);
    expect(await look()).toEqual(shown);
    const ledger = await team.student.caller.call(findCertificates, { params });
    expect(ledger.own?.entries.map(({ title }) => title)).toEqual([entry.title]);
  });

  test('are not stored with a proposal, and an upload of them is refused', async ({ portal }) => {
    await switchModule(portal, 'certificates', false);
    const student = await createTestUser(portal);
    const groupMembers = [{ ...buildMember(student), certificate: buildPdfFile('all.pdf') }];
    await student.caller.call(submitProposal, { body: buildProposal([], { groupMembers }) });
    const kinds = await portal.db.selectFrom('documents').select('kind').execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['feeProof', 'proposal']);
    const refusal = await expectRefusal(portal, student.caller, uploadDocument, {
      params: { kind: 'certificate', email: student.email },
      body: { file: buildPdfFile('all.pdf') },
    });
    expect(refusal).toMatchObject({ code: 'module-off', status: 404 });
  });
});

describe('online courses that the department does not use', () => {
  test('leave the rule for certificates readable, unless the department uses neither', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal);
    const all = await caller.call(findCourses);
    await switchModule(portal, 'courses', false);
    expect(await caller.call(findCourses)).toEqual({ rule: all.rule, topics: [] });
    await switchModule(portal, 'certificates', false);
    expect(await expectRefusal(portal, caller, findCourses)).toMatchObject({
      code: 'module-off',
      message: 'This department doesn’t use online courses.',
    });
    await switchModule(portal, 'courses', true);
    expect(await caller.call(findCourses)).toEqual(all);
  });
});
