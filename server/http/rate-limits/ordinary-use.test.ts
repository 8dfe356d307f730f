import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { exportAudit } from '#contract/admin/audit.ts';
import { importUsers } from '#contract/admin/imports.ts';
import { findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { saveDraft } from '#contract/drafts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportResultSheet, exportResultSheets } from '#contract/exports/results.ts';
import { exportGroups, findGroup, listAssignedGroups } from '#contract/groups.ts';
import { listGroupEmails, mailGroup, saveMarks } from '#contract/marks.ts';
import { exportEmails } from '#contract/messages/emails.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { findSession } from '#contract/session.ts';
import { findHome } from '#contract/settings/content.ts';
import { exportCertificates } from '#contract/students/certificates.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { exportUsers } from '#contract/users.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdfFile, testUserPassword } from '#tools/test/people.ts';

/** Opens a portal with the default limits. Unless a test moves its clock, no bucket gains anything. */
async function openDefaultPortal(env: Record<string, string> = {}): Promise<Portal> {
  const { portal, close } = await openPortal({ RATE_LIMIT_FACTOR: '1', ...env });
  onTestFinished(close);
  return portal;
}

type Input = Parameters<ApiCaller['request']>[1];

/** Sends the request and returns its status, or throws if it was refused for any reason. */
async function expectAccepted(caller: ApiCaller, endpoint: Endpoint, input?: Input) {
  const response = await caller.request(endpoint, input);
  const text = await response.text();
  expect(response.status, `${endpoint.path}: ${text.slice(0, 300)}`).toBeLessThan(300);
}

/** Requests that every page of a signed-in user sends. */
async function openPage(caller: ApiCaller) {
  for (const endpoint of [findHome, findSession, countNotices, findDesk]) {
    await expectAccepted(caller, endpoint);
  }
}

describe('the default limits', () => {
  test('allow a supervisor to save and send the marks of 60 sheets in five minutes', async () => {
    const portal = await openDefaultPortal();
    const { supervisor, groupId, group, student } = await createTestGroup(portal, { size: 3 });
    const { caller } = supervisor;
    await openPage(caller);
    for (let sheet = 0; sheet < 60; sheet += 1) {
      const marks = Object.fromEntries(
        group.fypGroupMembers.map(({ _id }) => [_id, { month1: { marks: sheet % 5 } }]),
      );
      await expectAccepted(caller, listAssignedGroups);
      await expectAccepted(caller, findGroup, { params: { email: student.email } });
      await expectAccepted(caller, saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
      portal.wait(5000);
      await expectAccepted(caller, mailGroup, { params: { groupId }, body: {} });
      for (let poll = 0; poll < 5; poll += 1) {
        await expectAccepted(caller, listGroupEmails, { params: { groupId } });
      }
    }
  });

  test('allow a supervisor to enter 300 marks on the board by keyboard, two per second', async () => {
    const portal = await openDefaultPortal();
    const { supervisor, groupId, ids } = await createTestGroup(portal);
    await expectAccepted(supervisor.caller, findBoard);
    for (let key = 0; key < 300; key += 1) {
      const marks = { [ids[key % 2] ?? '']: { month1: { marks: key % 5 } } };
      await expectAccepted(supervisor.caller, saveMarks, {
        body: { semester: 'Semester 7', groupId, marks },
      });
      await expectAccepted(supervisor.caller, findBoard);
      portal.wait(500);
    }
  });

  test('allow a student and a supervisor to type for an hour while drafts are stored every three seconds', async () => {
    const portal = await openDefaultPortal();
    const { supervisor, student } = await createTestGroup(portal);
    const copyId = randomUUID();
    for (let second = 0; second < 3600; second += 3) {
      const body = { copyId, value: JSON.stringify(`Typed for ${second} seconds.`) };
      for (const { caller } of [supervisor, student]) {
        await expectAccepted(caller, saveDraft, { params: { key: 'proposal' }, body });
      }
      portal.wait(3000);
    }
  });

  test('allow a class of 300 to upload in the last minute from one network address', async () => {
    const portal = await openDefaultPortal();
    const groups: TestGroup[] = [];
    for (let number = 0; number < 100; number += 1) {
      groups.push(await createTestGroup(portal, { size: 3 }));
      portal.rateLimiter.reset();
    }
    const students = groups.flatMap((group) =>
      group.students.map((student) => ({ ...student, groupId: group.groupId })),
    );
    expect(students).toHaveLength(300);
    for (const { caller, email, groupId } of students) {
      await portal.visitor.logIn(email, testUserPassword);
      await openPage(caller);
      await expectAccepted(caller, findGroup, { params: { email } });
      const body = { file: buildPdfFile('thesis.pdf') };
      await expectAccepted(caller, uploadDocument, { params: { kind: 'thesis', email }, body });
      await expectAccepted(caller, listSubmissions, { params: { groupId } });
    }
  });

  test('allow an admin to export everything, and to check and import 2,000 students', async () => {
    const portal = await openDefaultPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const { groupId } = await createTestGroup(portal);
    const { caller } = await createTestUser(portal, 'admin');
    await openPage(caller);
    await expectAccepted(caller, findAttention);
    const lists = [
      exportAudit,
      exportGroups,
      exportUsers,
      exportEmails,
      exportCertificates,
      exportAwards,
    ];
    for (const format of ['csv', 'xlsx']) {
      for (const endpoint of lists) await expectAccepted(caller, endpoint, { query: { format } });
    }
    await expectAccepted(caller, exportResultSheet, { params: { groupId } });
    const groupIds = [groupId, ...Array(999).fill(groupId)];
    await expectAccepted(caller, exportResultSheets, { body: { groupIds } });
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      row: index + 2,
      name: `Student Number ${index}`,
      email: `student-${index}@university.test`,
      role: 'student',
    }));
    await expectAccepted(caller, importUsers, { body: { rows, dryRun: true } });
    await expectAccepted(caller, importUsers, { body: { rows, dryRun: false } });
  });
});
