import type { FastifyReply } from 'fastify';
import type { exportGroups as endpoint, FullGroup, FullMember } from '#contract/groups.ts';
import { formatFormerMember, listFormerWithMarks } from '#contract/rules/former-members.ts';
import { hasExternalExaminer, hasViva, type MarkingScheme } from '#contract/rules/scheme.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { createDateColumn, createTextColumn, type SheetColumn } from '#server/http/sheets/sheet.ts';
import { listGroups } from './list-groups.ts';
import { buildMilestoneColumns, buildSumColumns } from './mark-columns.ts';

export type MemberRow = { group: FullGroup; member: FullMember };

/** Streams the list of groups as a file with one row per member. */
export function exportGroups(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, q, bin, cohort: code } = query;
  const cohort = getCohort(services.content, code);
  return replyWithExport(call, {
    name: 'Groups',
    fileName: 'groups',
    format,
    filter: { q, bin, cohort: code },
    columns: columnsOf(cohort.scheme),
    rows: async function* () {
      const filter = { q, bin, cohort: cohort.code };
      const { groups } = await listGroups(services, filter, { withDetails: false });
      for await (const portion of groups)
        yield portion.flatMap((group) => [...toMemberRows(group), ...toFormerMemberRows(group)]);
    },
  });
}

export const toMemberRows = (group: FullGroup): MemberRow[] =>
  group.fypGroupMembers.map((member) => ({ group, member }));

/** Returns a row for each former member whose marks are in the group, with the date beside the name. */
const toFormerMemberRows = (group: FullGroup): MemberRow[] =>
  listFormerWithMarks(group).map(({ member, ...former }) => ({
    group,
    member: Object.assign(member, { name: formatFormerMember(former) }),
  }));

export const createFatherNameColumn = <Row>(of: (row: Row) => string): SheetColumn<Row> => ({
  ...createTextColumn('Father name', of, 24),
  module: 'fatherName',
});

const vivaColumns: readonly SheetColumn<MemberRow>[] = [
  createDateColumn('Viva date', ({ group }) => group.externalVivaDetails.vivaDate),
  createTextColumn(
    'Viva status',
    ({ group }) => group.externalVivaDetails.vivaStatus ?? 'pending',
    12,
  ),
];

const columnsOf = (scheme: MarkingScheme): SheetColumn<MemberRow>[] => [
  createTextColumn('Group', ({ group }) => group.fypGroupName, 16),
  createTextColumn('Program', ({ group }) => group.program, 10),
  createTextColumn('Title', ({ group }) => group.fypTitle, 40),
  createTextColumn('Category', ({ group }) => group.fypCategory),
  createTextColumn('Supervisor', ({ group }) => group.supervisor, 24),
  ...(hasExternalExaminer(scheme)
    ? [createTextColumn<MemberRow>('External examiner', ({ group }) => group.externalExaminer, 24)]
    : []),
  createTextColumn('Name', ({ member }) => member.name, 24),
  createFatherNameColumn(({ member }) => member.fathername),
  createTextColumn('Roll', ({ member }) => member.roll, 14),
  createTextColumn('Email', ({ member }) => member.email, 30),
  createTextColumn('Phone', ({ member }) => member.phone, 16),
  ...buildMilestoneColumns(scheme),
  ...buildSumColumns(scheme),
  ...(hasViva(scheme) ? vivaColumns : []),
];
