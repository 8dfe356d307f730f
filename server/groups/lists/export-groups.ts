import type { FastifyReply } from 'fastify';
import type { exportGroups as endpoint, FullGroup, FullMember } from '#contract/groups.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import { sendExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Call } from '#server/http/serve.ts';
import { type Column, date, text } from '#server/http/sheets/sheet.ts';
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
      for await (const portion of groups) yield portion.flatMap(membersOf);
    },
  });
}

export const membersOf = (group: FullGroup): MemberRow[] =>
  group.fypGroupMembers.map((member) => ({ group, member }));

const columnsOf = (scheme: Scheme): Column<MemberRow>[] => [
  text('Group', ({ group }) => group.fypGroupName, 16),
  text('Program', ({ group }) => group.program, 10),
  text('Title', ({ group }) => group.fypTitle, 40),
  text('Category', ({ group }) => group.fypCategory),
  text('Supervisor', ({ group }) => group.supervisor, 24),
  text('External examiner', ({ group }) => group.externalExaminer, 24),
  text('Name', ({ member }) => member.name, 24),
  text('Father name', ({ member }) => member.fathername, 24),
  text('Roll', ({ member }) => member.roll, 14),
  text('Email', ({ member }) => member.email, 30),
  text('Phone', ({ member }) => member.phone, 16),
  ...buildMilestoneColumns(scheme),
  ...buildSumColumns(scheme),
  date('Viva date', ({ group }) => group.externalVivaDetails.vivaDate),
  text('Viva status', ({ group }) => group.externalVivaDetails.vivaStatus ?? 'pending', 12),
];
