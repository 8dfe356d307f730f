import { listAudit } from '#contract/audit.ts';
import { findBoard } from '#contract/board.ts';
import { listCertificates } from '#contract/certificates.ts';
import { findDesk } from '#contract/desk.ts';
import { listEmails } from '#contract/emails.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { exportGroups, listAssignedGroups, listGroups } from '#contract/groups.ts';
import { exportInsight, findInsightChoices, findInsights, findSpread } from '#contract/insights.ts';
import { listGroupsToMark } from '#contract/marks.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const repetitions = 5;

type MeasuredRequest = [
  name: string,
  endpoint: Endpoint,
  input?: { params?: object; query?: object },
];

const requests: readonly MeasuredRequest[] = [
  ['a page of the list of groups', listGroups, { query: { page: 1, limit: 25 } }],
  ['a search in it', listGroups, { query: { page: 1, limit: 25, q: 'khan campus' } }],
  ['getgroups, everything', listGroups],
  ['teacher-assigned-groups', listAssignedGroups],
  ['groups to mark, the first 200', listGroupsToMark],
  ['a search in them', listGroupsToMark, { query: { q: 'khan campus' } }],
  ['export of groups, CSV', exportGroups, { query: { format: 'csv' } }],
  ['export of groups, Excel', exportGroups, { query: { format: 'xlsx' } }],
  ['the board', findBoard],
  ['the board with marks', findBoard, { query: { marks: 'true' } }],
  ['the board, those that are late', findBoard, { query: { state: 'late' } }],
  ['the desk', findDesk],
  ['a page of certificates', listCertificates, { query: { page: 1, limit: 25 } }],
  ['a page of emails', listEmails, { query: { page: 1, limit: 25 } }],
  ['a page of the audit trail', listAudit, { query: { limit: 25 } }],
  ['insights: choices', findInsightChoices],
  ['insights: all charts but spread', findInsights],
  ['insights: spread by milestone', findSpread],
  ['insights: spread by supervisor', findSpread, { query: { by: 'supervisor' } }],
  [
    'insights: load, Excel',
    exportInsight,
    { params: { chart: 'load' }, query: { format: 'xlsx' } },
  ],
];

export async function measureRequestDurations(caller: ApiCaller) {
  for (const [name, endpoint, input] of requests) {
    const durationsMs: number[] = [];
    let bytes = 0;
    for (let time = 0; time < repetitions; time += 1) {
      const began = performance.now();
      const response = await caller.request(endpoint, input as never);
      bytes = (await response.arrayBuffer()).byteLength;
      durationsMs.push(performance.now() - began);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
    }
    const median = durationsMs.sort((a, b) => a - b)[Math.floor(repetitions / 2)] ?? Number.NaN;
    console.log(
      `  ${name.padEnd(32)} ${median.toFixed(0).padStart(6)} ms ${(bytes / 1000).toFixed(0).padStart(7)} kB`,
    );
  }
}
