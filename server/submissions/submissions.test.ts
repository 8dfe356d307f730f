import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { listChanges } from '#contract/history.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import {
  adviseOnExtension,
  askExtension,
  decideExtension,
  listExtensionRequests,
  listSubmissions,
  setGroupDeadlines,
} from '#contract/submissions.ts';
import { buildCohortQueryParams } from '#server/test/content/settings.ts';
import { createTestGroup, dateBeforeReports } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, toFile } from '#tools/test/people.ts';

type Team = Awaited<ReturnType<typeof createTestGroup>>;
const thesis = 'thesis-and-sim-report-soft-copies';
const december = 'december-monthly-report';
const day = 24 * 3_600_000;

const submissionFor = async ({ student, groupId }: Team, deadlineId: string) => {
  const reply = await student.caller.call(listSubmissions, { params: { groupId } });
  const submission = reply.submissions.find((candidate) => candidate.deadlineId === deadlineId);
  if (!submission) throw new Error(`There is no deadline ${deadlineId}.`);
  return submission;
};
const hand = ({ student }: Team, kind: 'thesis' | 'similarity' | 'report', deadline?: string) =>
  student.caller.call(uploadDocument, {
    params: { kind, email: student.email },
    query: { deadline },
    body: { file: toFile(buildPdf({ title: `${kind} ${deadline ?? ''}` }), `${kind}.pdf`) },
  });
const asked = { deadlineId: thesis, askedDue: '2027-05-20T18:59:00.000Z', reason: 'We were ill.' };
const ask = ({ student, groupId }: Team, changes: object = {}) =>
  student.caller.call(askExtension, { params: { groupId }, body: { ...asked, ...changes } });
const emailsOf = (portal: Portal) =>
  portal.db.selectFrom('emails').select(['recipient', 'subject', 'text_body']).execute();

async function change(portal: Portal, name: 'deadlines' | 'reminders', by: (value: never) => void) {
  const { value, version } = await portal.admin.call(getSetting, { params: { name } });
  by(value as never);
  await portal.admin.call(saveSetting, {
    params: { name },
    query: buildCohortQueryParams(portal),
    body: { version, value },
  });
}

describe('a group’s submissions', () => {
  test('are listed only for the deadlines of the group’s cohort and program, each with its state', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { program: 'BSCS', createdAt: dateBeforeReports });
    await change(portal, 'deadlines', (list: { programs?: string[] }[]) => {
      Object.assign(list[2] ?? {}, { programs: ['BSSE'] });
    });
    const { submissions } = await team.student.caller.call(listSubmissions, {
      params: { groupId: team.groupId },
    });
    expect(submissions.map(({ title, state }) => [title, state])).toEqual([
      ['Proposal & Certificate Submission', 'before-group'],
      ['November Monthly Report', 'missed'],
      ['February Monthly Report', 'not-due'],
      ['March Monthly Report', 'not-due'],
      ['April Monthly Report', 'not-due'],
      ['Thesis and Sim-report soft copies', 'not-due'],
      ['Internal and External Vivas', 'not-due'],
      ['Final Thesis hard copy and Code Upload zip', 'not-due'],
    ]);
  });

  test('include a monthly report that is uploaded after its due date, and state how late it is', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const { document, lateMs } = await hand(team, 'report', december);
    expect(document).toMatchObject({ kind: 'report', deadlineId: december, version: 1 });
    expect(lateMs).toBe(portal.clock().getTime() - Date.parse('2026-12-31T18:59:00Z'));
    const again = await hand(team, 'report', 'november-monthly-report');
    expect(again.document).toMatchObject({ version: 1, deadlineId: 'november-monthly-report' });
    expect(await submissionFor(team, december)).toMatchObject({
      state: 'late',
      version: 1,
      lateMs,
    });
  });

  test('are accepted after a hard stop if the group was created after the hard stop', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await change(portal, 'deadlines', (list: { id: string; graceHours?: number }[]) => {
      for (const deadline of list) if (deadline.id === december) deadline.graceHours = 0;
    });
    expect((await submissionFor(team, december)).state).toBe('before-group');
    expect((await hand(team, 'report', december)).lateMs).toBe(0);
    expect(await submissionFor(team, december)).toMatchObject({ state: 'submitted', lateMs: 0 });
  });

  test('are rejected for a monthly report if the request’s deadline is missing, unknown or not for reports', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    for (const deadline of [undefined, 'thesis-and-sim-report-soft-copies', 'nowhere']) {
      const input = {
        params: { kind: 'report', email: student.email },
        query: { deadline },
        body: { file: buildPdfFile() },
      };
      const refused = await expectRefusal(portal, student.caller, uploadDocument, input);
      expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', ['deadline']]);
    }
  });

  test('are rejected after a hard stop unless the group has an extension', async ({ portal }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    await change(portal, 'deadlines', (list: { id: string; graceHours?: number }[]) => {
      for (const deadline of list) if (deadline.id === december) deadline.graceHours = 24;
    });
    const input = {
      params: { kind: 'report', email: team.student.email },
      query: { deadline: december },
      body: { file: buildPdfFile() },
    };
    const refused = await expectRefusal(portal, team.student.caller, uploadDocument, input);
    expect([refused.code, refused.message]).toEqual([
      'deadline-passed',
      'December Monthly Report: files were accepted until 1 January 2027, 23:59. An upload that begins by then may arrive up to 15 minutes later. Request an extension on the page “Marks”, or contact the FYP office.',
    ]);
    await ask(team, { deadlineId: december, askedDue: '2027-01-20T00:00:00.000Z' });
    const { requests } = await portal.admin.call(listExtensionRequests);
    await portal.admin.call(decideExtension, {
      params: { requestId: requests[0]?._id ?? '' },
      body: { decision: 'granted', reason: '' },
    });
    expect((await hand(team, 'report', december)).lateMs).toBe(0);
    expect((await submissionFor(team, december)).state).toBe('submitted');
  });

  test('are confirmed to the uploader by an email with the size and hash of each new file', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { document } = await hand(team, 'thesis');
    const [receipt, ...otherEmails] = await emailsOf(portal);
    expect(otherEmails).toEqual([]);
    expect([receipt?.recipient, receipt?.subject]).toEqual([
      team.student.email,
      `Thesis received: ${team.group.fypGroupName}`,
    ]);
    for (const text of [
      document.sha256,
      `${document.size} bytes`,
      'thesis.\u200bpdf (version 1)',
    ]) {
      expect(receipt?.text_body).toContain(text);
    }
    await hand(team, 'thesis');
    expect(await emailsOf(portal)).toHaveLength(1);
  });
});

describe('an extension request', () => {
  test('can be granted, which notifies the members and adds the new date to the history', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { request } = await ask(team, { file: buildPdfFile() });
    expect(request).toMatchObject({ decision: null, mayDecide: false, title: expect.any(String) });
    expect(request.fileUrl).toMatch(/^\/api\/auth\/file\//);
    const emails = await emailsOf(portal);
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [portal.content.department.office.email, team.supervisor.email].toSorted(),
    );
    const { requests } = await portal.admin.call(listExtensionRequests);
    expect(requests).toMatchObject([{ _id: request._id, mayDecide: true }]);
    await portal.admin.call(decideExtension, {
      params: { requestId: request._id },
      body: { decision: 'granted', reason: 'Get well.' },
    });
    expect(await submissionFor(team, thesis)).toMatchObject({
      state: 'extended',
      due: asked.askedDue,
      firstDue: '2027-05-07T18:59:00Z',
    });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(changes[0]).toMatchObject({ field: `deadline ${request.title}`, to: asked.askedDue });
    const granted = (await emailsOf(portal)).filter(({ subject }) => subject.endsWith('new date'));
    expect(granted.map(({ recipient }) => recipient).toSorted()).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
  });

  test('can be decided only once, and blocks other requests for the same deadline until it is decided', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { request } = await ask(team);
    const params = { groupId: team.groupId };
    const twice = await expectRefusal(portal, team.student.caller, askExtension, {
      params,
      body: asked,
    });
    expect(twice.code).toBe('stale-version');
    const decide = {
      params: { requestId: request._id },
      body: { decision: 'refused', reason: 'No.' },
    };
    await portal.admin.call(decideExtension, decide as never);
    const again = await expectRefusal(portal, portal.admin, decideExtension, decide);
    expect(again.message).toMatch(/^The Admin has already decided this on .*: declined\.$/);
    expect((await submissionFor(team, thesis)).state).toBe('not-due');
    await ask(team);
  });

  test('can be granted by the supervisor if the cohort allows it', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { request } = await ask(team);
    const decide = {
      params: { requestId: request._id },
      body: { decision: 'granted' as const, reason: '' },
    };
    const refused = await expectRefusal(portal, team.supervisor.caller, decideExtension, decide);
    expect(refused.code).toBe('forbidden');
    await change(portal, 'reminders', (value: { supervisorsDecide: boolean }) => {
      value.supervisorsDecide = true;
    });
    const { requests } = await team.supervisor.caller.call(listExtensionRequests);
    expect(requests).toMatchObject([{ mayDecide: true, mayAdvise: false }]);
    const advise = { params: decide.params, body: { advice: 'support' as const } };
    const advised = await expectRefusal(portal, team.supervisor.caller, adviseOnExtension, advise);
    expect(advised.code).toBe('forbidden');
    await team.supervisor.caller.call(decideExtension, decide);
  });

  test('that the office decides can be supported by the group’s supervisor, who may change the advice until the decision', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { request } = await ask(team);
    const advise = (advice: 'support' | 'against') => ({
      params: { requestId: request._id },
      body: { advice },
    });
    const { caller, name: by } = team.supervisor;
    await caller.call(adviseOnExtension, advise('support'));
    await caller.call(adviseOnExtension, advise('against'));
    const list = { params: { groupId: team.groupId } };
    const ofReader = async (reader: typeof caller) =>
      (await reader.call(listSubmissions, list)).requests.map(({ advice }) => advice);
    const at = portal.clock().toISOString();
    expect(await ofReader(portal.admin)).toEqual([{ advice: 'against', by, at }]);
    expect(await ofReader(team.student.caller)).toEqual([null]);
    await portal.admin.call(decideExtension, {
      ...advise('support'),
      body: { decision: 'granted', reason: '' },
    });
    const late = await expectRefusal(portal, caller, adviseOnExtension, advise('support'));
    expect(late.code).toBe('stale-version');
  });

  test.for([
    ['an earlier date', { askedDue: '2027-05-01T00:00:00.000Z' }, 'invalid'],
    ['no reason', { reason: ' ' }, 'invalid'],
    ['a deadline that there is not', { deadlineId: 'nowhere' }, 'not-found'],
  ] as const)('is rejected with %s', async ([, changes, code], { portal }) => {
    const team = await createTestGroup(portal);
    const input = { params: { groupId: team.groupId }, body: { ...asked, ...changes } };
    expect((await expectRefusal(portal, team.student.caller, askExtension, input)).code).toBe(code);
  });
});

describe('the coordinator', () => {
  test('can preview a new due date for several groups and then save it for all of them at once', async ({
    portal,
  }) => {
    const teams = [await createTestGroup(portal), await createTestGroup(portal)];
    const due = new Date(portal.clock().getTime() + 200 * day).toISOString();
    const send = (dryRun: boolean, change: object = { to: 'date', due }) =>
      portal.admin.call(setGroupDeadlines, {
        params: { deadlineId: thesis },
        body: {
          groupIds: teams.map(({ groupId }) => groupId),
          change: change as never,
          reason: 'A strike.',
          dryRun,
        },
      });
    const before = await portal.snapshot();
    const trial = await send(true);
    expect(await portal.snapshot()).toEqual(before);
    expect([trial.isSaved, trial.groups.map(({ after }) => after)]).toEqual([false, [due, due]]);
    expect((await send(false)).isSaved).toBe(true);
    expect((await send(false)).groups).toEqual([]);
    for (const team of teams) expect((await submissionFor(team, thesis)).due).toBe(due);
    await send(false, { to: 'excused' });
    for (const team of teams) expect((await submissionFor(team, thesis)).state).toBe('excused');
    await send(false, { to: 'cohort' });
    for (const team of teams) {
      expect(await submissionFor(team, thesis)).toMatchObject({ due: '2027-05-07T18:59:00Z' });
    }
  });
});

describe('a multi-line reason for an extension in a multipart form', () => {
  // Browsers and Node.js send each line break in a multipart form as CRLF, so the sent text exceeds the length limit.
  const lines = `${'x\n'.repeat(999)}xy`;

  test('is stored with each line break as a single character, although the form encodes it as two', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { request } = await ask(team, { reason: lines, file: buildPdfFile('illness.pdf') });
    expect(request.reason).toBe(lines);
  });
});
