// Calls of `npm run bench`, with the CPU time that each may take.

import { findAttention } from '#contract/admin/attention.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { findFigures } from '#contract/admin/figures.ts';
import { exportBoard, findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportResultSheets } from '#contract/exports/results.ts';
import { exportGroups, listAssignedGroups, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { exportInsight, findInsightChoices, findInsights, findSpread } from '#contract/insights.ts';
import { listGroupsToMark, saveMarks } from '#contract/marks.ts';
import { listAnnouncements } from '#contract/messages/announcements.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { submissionStates } from '#contract/rules/submissions.ts';
import { search as searchFromPalette } from '#contract/search.ts';
import { login } from '#contract/session.ts';
import { exportCertificates, listCertificates } from '#contract/students/certificates.ts';
import { exportUsers, listUsers } from '#contract/users.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';
import type { MarkedGroup, SeededDepartment } from './seed.ts';

type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
};
export type MeasuredCall = {
  name: string;
  /** Limit of the CPU time of the portal and of PostgreSQL for one call. */
  budgetMs: number;
  by: 'admin' | 'supervisor' | 'student' | 'visitor';
  endpoint: Endpoint;
  buildInput: (index: number) => Input;
  atOnce?: number;
};

/** `summaries`: reads the summaries of all groups. */
const [page, search, summaries, desk, palette] = [150, 100, 300, 200, 20];
/** CPU time of an export: 0.1 ms per row. A small one has the budget of a page. */
const exportOf = (rows: number) => Math.max(page, rows / 10);
const studentsPerGroup = 2;
/** Groups whose result sheets are printed in one call, with a budget of 5 ms per group. */
const printedGroups = 100;
const fileBytes = 10 * 1024 * 1024;

const call = (
  name: string,
  budgetMs: number,
  endpoint: Endpoint,
  { by = 'admin', ...input }: Input & Partial<Pick<MeasuredCall, 'by'>> = {},
): MeasuredCall => ({ name, budgetMs, by, endpoint, buildInput: () => input });

/** Builds a save of some members and milestones, which changes every cell each time it is sent. */
const saveOf = (
  { groupId, memberIds, milestones }: MarkedGroup,
  members: number,
  columns: number,
) => ({
  by: 'supervisor' as const,
  endpoint: saveMarks,
  buildInput: (index: number) => {
    const keys = milestones.slice(0, columns);
    const cells = Object.fromEntries(keys.map((key) => [key, { marks: (index % 2) + 1 }]));
    const marks = Object.fromEntries(memberIds.slice(0, members).map((id) => [id, cells]));
    return { body: { semester: 'Semester 7', groupId, marks } };
  },
});

/** Lists the calls that change data or hash a password, alone and from several clients at once. */
function listWrites({ markedGroup, student: { email } }: SeededDepartment): MeasuredCall[] {
  const logIn = call('login', 100, login, {
    by: 'visitor',
    body: { email, password: testUserPassword },
  });
  const upload: MeasuredCall = {
    ...call('upload of 10 MiB', 150, uploadDocument, { by: 'student' }),
    // Each file differs from the previous one, which would otherwise not be stored again.
    buildInput: (index) => ({
      params: { kind: 'thesis', email },
      body: { file: toFile(buildPdf({ bytes: fileBytes, title: `${index}` }), 'thesis.pdf') },
    }),
  };
  return [
    { name: 'one mark saved', budgetMs: 20, ...saveOf(markedGroup, 1, 1) },
    { name: '3 × 8 marks saved', budgetMs: 30, ...saveOf(markedGroup, 3, 8) },
    logIn,
    { ...logIn, name: '8 logins at once', atOnce: 8 },
    upload,
    { ...upload, name: '4 uploads of 10 MiB at once', atOnce: 4 },
  ];
}

/** Lists the calls with their budgets. */
export function listCalls(department: SeededDepartment): MeasuredCall[] {
  const firstPage = { page: 1, limit: 25 };
  return [
    ...listWrites(department),
    call('groups, a page', page, listGroups, { query: firstPage }),
    call('groups, search', search, listGroups, { query: { ...firstPage, q: 'khan campus' } }),
    call('users, a page', page, listUsers, { query: firstPage }),
    call('users, search', search, listUsers, { query: { ...firstPage, q: 'khan' } }),
    ...['khan', 'khan campus', 'student77@', 'zzzz'].map((q) =>
      call(`palette, “${q}”`, palette, searchFromPalette, { query: { q } }),
    ),
    call('palette of a supervisor', palette, searchFromPalette, {
      by: 'supervisor',
      query: { q: 'khan' },
    }),
    call('groups to mark', page, listGroupsToMark),
    call('groups to mark, search', search, listGroupsToMark, { query: { q: 'khan campus' } }),
    call('board, a page', page, findBoard, { query: { limit: 50 } }),
    call('board, a page with marks', page, findBoard, { query: { limit: 50, marks: 'true' } }),
    call('board, search', page, findBoard, { query: { limit: 50, q: 'campus' } }),
    ...submissionStates.map((state) =>
      call(`board, ${state}`, summaries, findBoard, { query: { limit: 50, state } }),
    ),
    call('certificates, a page', page, listCertificates, { query: firstPage }),
    call('certificates, by state', page, listCertificates, {
      query: { ...firstPage, sort: 'state' },
    }),
    call('emails, a page', page, listEmails, { query: firstPage }),
    call('emails, search', search, listEmails, { query: { ...firstPage, q: 'student77@' } }),
    call('emails, search without result', search, listEmails, {
      query: { ...firstPage, q: 'zzzz' },
    }),
    call('audit trail, a page', page, listAudit, { query: { limit: 25 } }),
    call('audit trail, search', search, listAudit, { query: { limit: 25, q: 'khan campus' } }),
    call('audit trail, search without result', search, listAudit, {
      query: { limit: 25, q: 'zzzz' },
    }),
    call('announcements', page, listAnnouncements),
    call('attention', page, findAttention),
    call('figures', page, findFigures),
    call('history of a group', page, listChanges, { params: { groupId: department.groupIds[0] } }),
    call('notices of a student', page, listNotices, { by: 'student' }),
    call('desk of the coordinator', desk, findDesk),
    call('desk of a supervisor', desk, findDesk, { by: 'supervisor' }),
    call('desk of a student', desk, findDesk, { by: 'student' }),
    call('groups of a supervisor', page, listAssignedGroups, { by: 'supervisor' }),
    call('insights: choices', page, findInsightChoices),
    call('insights: all charts but spread', summaries, findInsights),
    call('insights: spread by milestone', summaries, findSpread),
    call('insights: spread by supervisor', summaries, findSpread, { query: { by: 'supervisor' } }),
    ...listExports(department),
  ];
}

function listExports({ groupIds }: SeededDepartment): MeasuredCall[] {
  const students = groupIds.length * studentsPerGroup;
  return [
    call('insights: load, XLSX', summaries, exportInsight, {
      params: { chart: 'load' },
      query: { format: 'xlsx' },
    }),
    call('award list, XLSX', exportOf(students), exportAwards, { query: { format: 'xlsx' } }),
    call('groups, CSV', exportOf(students), exportGroups, { query: { format: 'csv' } }),
    call('groups, XLSX', exportOf(students), exportGroups, { query: { format: 'xlsx' } }),
    call('users, XLSX', exportOf(students), exportUsers, { query: { format: 'xlsx' } }),
    call('certificates, XLSX', exportOf(students), exportCertificates, {
      query: { format: 'xlsx' },
    }),
    call('board of up to 2,000 groups, XLSX', exportOf(2000 * studentsPerGroup), exportBoard, {
      body: {
        groupIds: groupIds.slice(0, 2000),
        columns: [],
        marks: true,
        format: 'xlsx',
      },
    }),
    call(`result sheets of ${printedGroups} groups`, 5 * printedGroups, exportResultSheets, {
      body: { groupIds: groupIds.slice(0, printedGroups) },
    }),
  ];
}
