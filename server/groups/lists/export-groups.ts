import type { FastifyReply } from 'fastify';
import type { exportGroups as endpoint, FullGroup, FullMember } from '#contract/groups.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import { sendExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Call } from '#server/http/serve.ts';
import { type Column, dateColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { listGroups } from './list-groups.ts';
import { buildMilestoneColumns, buildSumColumns } from './mark-columns.ts';

export type MemberRow = { group: FullGroup; member: FullMember };

/** Streams the list of groups as a file with one row per member. */
export function exportGroups(call: Call<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, q, bin, cohort: code } = query;
  const cohort = getCohort(services.content, code);
  return sendExport(call, {
    name: 'Groups',
    fileName: 'groups',
    format,
    filter: { q, bin, cohort: code },
    columns: columnsOf(cohort.scheme),
    rows: async function* () {
      const { groups } = await listGroups(services, { q, bin, cohort: cohort.code });
      for await (const portion of groups) yield portion.flatMap(toMemberRows);
    },
  });
}

export const toMemberRows = (group: FullGroup): MemberRow[] =>
  group.fypGroupMembers.map((member) => ({ group, member }));

const columnsOf = (scheme: Scheme): Column<MemberRow>[] => [
  textColumn('Group', ({ group }) => group.fypGroupName, 16),
  textColumn('Program', ({ group }) => group.program, 10),
  textColumn('Title', ({ group }) => group.fypTitle, 40),
  textColumn('Category', ({ group }) => group.fypCategory),
  textColumn('Supervisor', ({ group }) => group.supervisor, 24),
  textColumn('External examiner', ({ group }) => group.externalExaminer, 24),
  textColumn('Name', ({ member }) => member.name, 24),
  textColumn('Father name', ({ member }) => member.fathername, 24),
  textColumn('Roll', ({ member }) => member.roll, 14),
  textColumn('Email', ({ member }) => member.email, 30),
  textColumn('Phone', ({ member }) => member.phone, 16),
  ...buildMilestoneColumns(scheme),
  ...buildSumColumns(scheme),
  dateColumn('Viva date', ({ group }) => group.externalVivaDetails.vivaDate),
  textColumn('Viva status', ({ group }) => group.externalVivaDetails.vivaStatus ?? 'pending', 12),
];
