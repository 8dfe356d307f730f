import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { decideSetup } from '#contract/setup.ts';
import { askExtension, decideExtension } from '#contract/submissions.ts';
import { buildCohortQueryParams, buildSettingChange } from '#server/test/content/settings.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const textsOf = async ({ caller }: Pick<TestUser, 'caller'>) =>
  (await caller.call(findDesk)).items.map(({ text }) => text);

// The test clock starts on 15 January 2027.
const report = 'is overdue: upload it now, it counts as submitted late.';

describe('a student’s desk', () => {
  test('lists the student’s next step: confirm the email, propose a project, or submit a report', async ({
    portal,
  }) => {
    const student = await createTestUser(portal);
    expect(await textsOf(student)).toEqual([
      'You’re not in a group yet. Submit a proposal, or ask a teammate to add you.',
    ]);
    await portal.db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('id', '=', student.userId)
      .execute();
    expect(await textsOf(student)).toEqual([
      'Confirm your email to submit a proposal and see your marks.',
    ]);
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    expect(await textsOf(team.student)).toContain(`December Monthly Report ${report}`);
    // Deadlines that passed before the group was created do not apply to it.
    expect(await textsOf((await createTestGroup(portal)).student)).toEqual([]);
  });

  test('lists new marks and a granted extension, and stops listing a report once it is submitted', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const december = 'december-monthly-report';
    await team.student.caller.call(uploadDocument, {
      params: { kind: 'report', email: team.student.email },
      query: { deadline: december },
      body: { file: toFile(buildPdf(), 'report.pdf') },
    });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 9 } });
    const params = { groupId: team.groupId };
    const asked = { askedDue: '2027-06-01T09:00:00.000Z', reason: 'Ill.' };
    const body = { ...asked, deadlineId: 'thesis-and-sim-report-soft-copies' };
    const { request } = await team.student.caller.call(askExtension, { params, body });
    await portal.admin.call(decideExtension, {
      params: { requestId: request._id },
      body: { decision: 'granted', reason: '' },
    });
    const texts = await textsOf(team.student);
    expect(texts).not.toContain(`December Monthly Report ${report}`);
    expect(texts).toContain(
      'Your extension was approved: Thesis and Sim-report soft copies is due 1 June 2027, 14:00.',
    );
    expect(texts).toContain(
      'One of your milestones was marked or commented on in the last two weeks.',
    );
    expect(await textsOf(team.mate)).not.toContain(texts.at(-1));
  });
});

describe('an upload on a student’s desk', () => {
  test('is offered only to the member who owes the file', async ({ portal }) => {
    const deadline = 'february-monthly-report';
    const input = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const each of list)
        if (each.id === deadline)
          Object.assign(each, { documents: ['certificate'], due: '2027-01-25 23:59' });
    });
    await portal.admin.call(saveSetting, input);
    const { groupId, student, mate } = await createTestGroup(portal);
    await student.caller.call(uploadDocument, {
      params: { kind: 'certificate', email: student.email },
      body: { file: toFile(buildPdf(), 'certificates.pdf') },
    });
    const readUploads = async ({ caller }: Pick<TestUser, 'caller'>) =>
      (await caller.call(findDesk)).items.map(({ upload }) => upload);
    expect(await readUploads(student)).toEqual([undefined]);
    const title = 'February Monthly Report';
    const kinds = ['certificate'];
    expect(await readUploads(mate)).toEqual([{ groupId, deadlineId: deadline, title, kinds }]);
  });
});

describe('a supervisor’s desk', () => {
  test('lists the next milestone to mark, and new and missing submissions of the supervisor’s groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    await createTestGroup(portal);
    await team.student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: team.student.email },
      body: { file: toFile(buildPdf(), 'thesis.pdf') },
    });
    portal.wait(60_000);
    expect(await textsOf(team.supervisor)).toEqual([
      'Mark Proposal: two students in one group aren’t marked yet.',
      `${team.group.fypGroupName} submitted its thesis 1 minute ago.`,
      'One of your groups has not submitted files for November Monthly Report.',
      'One of your groups has not submitted files for December Monthly Report.',
    ]);
    expect(await textsOf(team.examiner)).toEqual(['One group that you examine has no viva date.']);
    expect(await textsOf(await createTestUser(portal, 'faculty'))).toEqual([]);
  });
});

describe('the next milestone to mark on the desk', () => {
  const nextAt = async (portal: Portal, { supervisor }: TestGroup, instant: string) => {
    portal.wait(Date.parse(instant) - portal.clock().getTime());
    const caller = await portal.logInAs(supervisor.userId);
    return (await textsOf({ caller })).find((text) => text.startsWith('Mark '));
  };
  const inOrder = 'Mark Month 1: one student in one group isn’t marked yet.';

  test('is the earliest milestone that is due soon or overdue, otherwise the first in the marking scheme', async ({
    portal,
  }) => {
    const createdAt = '2025-09-01T10:00:00.000Z';
    const team = await createTestGroup(portal, { size: 1, createdAt });
    expect(await nextAt(portal, team, '2027-01-15T11:00:00Z')).toBe(
      'Mark Proposal, due 476 days ago: one student in one group isn’t marked yet.',
    );
    await saveTestMarks(team, team.supervisor, { proposal: { marks: 9 } });
    // The thesis is due on 7 May at 18:59 UTC, and counts as due soon in the 28 days before that.
    expect(await nextAt(portal, team, '2027-04-09T18:58:00Z')).toBe(inOrder);
    expect(await nextAt(portal, team, '2027-04-09T19:00:00Z')).toBe(
      'Mark Similarity report, due in 27 days: one student in one group isn’t marked yet.',
    );
    expect(await nextAt(portal, team, '2027-05-10T19:00:00Z')).toBe(
      'Mark Similarity report, due 3 days ago: one student in one group isn’t marked yet.',
    );
  });

  test('ignores a deadline that passed before the group was created', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    expect(await nextAt(portal, team, '2027-01-15T11:00:00Z')).toBe(
      'Mark Proposal: one student in one group isn’t marked yet.',
    );
  });

  test('ignores deadlines of other programs', async ({ portal }) => {
    const team = await createTestGroup(portal, {
      size: 1,
      program: 'BSCS',
      createdAt: '2025-09-01T10:00:00.000Z',
    });
    const params = { name: 'deadlines' as const };
    const { version, value } = await portal.admin.call(getSetting, { params });
    Object.assign((value as object[])[0] ?? {}, { programs: ['BSSE'] });
    await portal.admin.call(saveSetting, {
      params,
      query: buildCohortQueryParams(portal),
      body: { version, value },
    });
    expect(await nextAt(portal, team, '2027-01-15T11:00:00Z')).toBe(
      'Mark Proposal: one student in one group isn’t marked yet.',
    );
  });
});

describe('the coordinator’s desk', () => {
  test('lists the counts of pending decisions, most urgent first, and is empty if there are none', async ({
    portal,
  }) => {
    const admin = { caller: portal.admin };
    await portal.admin.call(decideSetup, { params: { choice: 'hidden' } });
    expect(await textsOf(admin)).toEqual([]);
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    await createTestGroup(portal, { createdAt: '2026-12-15T10:00:00.000Z' });
    await createTestGroup(portal);
    const body = {
      askedDue: '2027-06-01T09:00:00.000Z',
      reason: 'Ill.',
      deadlineId: 'thesis-and-sim-report-soft-copies',
    };
    await team.student.caller.call(askExtension, { params: { groupId: team.groupId }, body });
    expect(await textsOf(admin)).toEqual([
      'One group requests an extension.',
      'One group has not submitted files for November Monthly Report.',
      'Two groups have not submitted files for December Monthly Report.',
    ]);
  });
});
