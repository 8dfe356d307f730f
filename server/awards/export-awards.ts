import type { FastifyReply } from 'fastify';
import type { exportAwards as endpoint } from '#contract/exports/awards.ts';
import type { FullMember } from '#contract/groups.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import { noMarksPlaceholder } from '#contract/rules/shown-sum.ts';
import { isSameListEntry, toListEntryKey } from '#contract/values/listed.ts';
import { sortTexts } from '#contract/values/sort-key.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { type MemberRow, toMemberRows } from '#server/groups/lists/export-groups.ts';
import { streamGroupsOfProgram } from '#server/groups/lists/list-groups.ts';
import { buildSumColumns } from '#server/groups/lists/mark-columns.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import type { Services } from '#server/services.ts';
import { rankStudents, type StudentRank } from './rank.ts';

const rowsAtOnce = 500;

/** Exports the cohort's students, or those of one program, sorted by program and final mark. */
export function exportAwards(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, program, cohort: code } = query;
  const cohort = getCohort(services.content, code);
  return replyWithExport(call, {
    name: 'Award list',
    fileName: 'award-list',
    format,
    filter: { program, cohort: code },
    columns: columnsOf(cohort.scheme),
    rows: () => awardsInPortions(services, cohort, program),
  });
}

type Student = {
  member: FullMember;
  group: string;
  program: string;
  title: string;
  vivaStatus: string | null;
};

/** Yields rows in batches. Keeps the students of only one program in memory at a time. */
async function* awardsInPortions(
  services: Services,
  { _id, code, scheme }: CohortContent,
  wanted: string | undefined,
) {
  const all = await programsOf(services, _id);
  const programs = all.filter(
    ([first]) => wanted === undefined || (first !== undefined && isSameListEntry(first, wanted)),
  );
  for (const program of programs) {
    const students: Student[] = [];
    for await (const portion of streamGroupsOfProgram(services, code, program)) {
      students.push(...portion.flatMap(toMemberRows).map((row) => studentOf(row, scheme)));
    }
    yield* toBatches(rankStudents(scheme, students), rowsAtOnce);
  }
}

async function programsOf({ db }: Services, cohortId: string): Promise<string[][]> {
  const rows = await db
    .selectFrom('groups')
    .select('program')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('cohort_id', '=', cohortId)
    .execute();
  // Sort in JavaScript, because SQLite and PostgreSQL collate strings differently.
  const spellings = sortTexts(rows.map(({ program }) => program));
  return [...Map.groupBy(spellings, toListEntryKey).values()];
}

function studentOf({ group, member }: MemberRow, scheme: MarkingScheme): Student {
  const marks = listMilestones(scheme).map(
    ({ key }) => [key, { marks: member[key]?.marks ?? null, feedback: null, revision: 0 }] as const,
  );
  return {
    member: Object.assign({ ...member }, Object.fromEntries(marks)),
    group: group.fypGroupName,
    program: group.program,
    title: group.fypTitle,
    vivaStatus: group.externalVivaDetails.vivaStatus,
  };
}

const columnsOf = (scheme: MarkingScheme): SheetColumn<Student & StudentRank>[] => [
  createTextColumn('Program', ({ program }) => program, 10),
  createNumberColumn('Position', ({ position }) => position ?? noMarksPlaceholder, 10),
  createTextColumn('Roll', ({ member }) => member.roll, 14),
  createTextColumn('Name', ({ member }) => member.name, 24),
  createTextColumn('Father name', ({ member }) => member.fathername, 24),
  createTextColumn('Group', ({ group }) => group, 16),
  createTextColumn('Title', ({ title }) => title, 40),
  ...buildSumColumns(scheme),
  createTextColumn('Viva status', ({ vivaStatus }) => vivaStatus ?? 'pending', 12),
  createTextColumn('Complete', ({ isComplete }) => (isComplete ? 'yes' : 'no'), 10),
];
