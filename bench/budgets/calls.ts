// Calls of `npm run bench -- --groups N`, with the CPU time that each may take.

import { findAttention } from '#contract/admin/attention.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { findFigures } from '#contract/admin/figures.ts';
import { exportBoard, findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { buildEndpointUrl, type Endpoint } from '#contract/endpoint.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportResultSheets } from '#contract/exports/results.ts';
import { exportGroups, listAssignedGroups, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { exportInsight, findInsightChoices, findInsights, findSpread } from '#contract/insights.ts';
import { listGroupsToMark } from '#contract/marks.ts';
import { listAnnouncements } from '#contract/messages/announcements.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { submissionStates } from '#contract/rules/submissions.ts';
import { search as searchFromPalette } from '#contract/search.ts';
import { exportCertificates, listCertificates } from '#contract/students/certificates.ts';
import { exportUsers, listUsers } from '#contract/users.ts';

type Person = 'admin' | 'supervisor' | 'student';
export type MeasuredCall = {
  name: string;
  /** Limit of the CPU time of the portal and of PostgreSQL for one call. */
  budgetMs: number;
  by: Person;
  method: string;
  path: string;
  body?: string;
};

const [page, search, insights, desk, palette] = [150, 100, 300, 100, 20];
const exportOf = (rows: number) => rows / 10;
const studentsPerGroup = 2;
/** Groups whose result sheets are printed in one call, with a budget of 5 ms per group. */
const printedGroups = 100;

const call = (
  name: string,
  budgetMs: number,
  endpoint: Endpoint,
  {
    by = 'admin',
    body,
    ...input
  }: { by?: Person; body?: object; params?: object; query?: object } = {},
): MeasuredCall => ({
  name,
  budgetMs,
  by,
  method: endpoint.method,
  path: buildEndpointUrl(endpoint, input as never),
  ...(body && { body: JSON.stringify(body) }),
});

/** Lists the calls with their budgets. `groupIds` must contain at least 2,000 groups. */
export function listCalls(groupIds: readonly string[]): MeasuredCall[] {
  const firstPage = { page: 1, limit: 25 };
  const students = groupIds.length * studentsPerGroup;
  return [
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
      call(`board, ${state}`, page, findBoard, { query: { limit: 50, state } }),
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
    call('history of a group', page, listChanges, { params: { groupId: groupIds[0] } }),
    call('notices of a student', page, listNotices, { by: 'student' }),
    call('desk of the coordinator', desk, findDesk),
    call('desk of a supervisor', desk, findDesk, { by: 'supervisor' }),
    call('desk of a student', desk, findDesk, { by: 'student' }),
    call('groups of a supervisor', page, listAssignedGroups, { by: 'supervisor' }),
    call('insights: choices', page, findInsightChoices),
    call('insights: all charts but spread', insights, findInsights),
    call('insights: spread by milestone', insights, findSpread),
    call('insights: spread by supervisor', insights, findSpread, { query: { by: 'supervisor' } }),
    call('insights: load, XLSX', insights, exportInsight, {
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
    call('board of 2,000 groups, XLSX', exportOf(2000 * studentsPerGroup), exportBoard, {
      body: { groupIds: groupIds.slice(0, 2000), columns: [], marks: true, format: 'xlsx' },
    }),
    call(`result sheets of ${printedGroups} groups`, 5 * printedGroups, exportResultSheets, {
      body: { groupIds: groupIds.slice(0, printedGroups) },
    }),
  ];
}
