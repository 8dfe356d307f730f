import type { FastifyReply } from 'fastify';
import type { exportAwards as endpoint } from '#contract/exports/awards.ts';
import { hasViva, type MarkingScheme } from '#contract/rules/scheme.ts';
import { noMarksPlaceholder } from '#contract/rules/shown-sum.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { sortTexts } from '#contract/values/sort-key.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import {
  createFatherNameColumn,
  type MemberRow,
  toMemberRows,
} from '#server/groups/lists/export-groups.ts';
import { streamGroups } from '#server/groups/lists/list-groups.ts';
import { buildSumColumns } from '#server/groups/lists/mark-columns.ts';
import { sortByName } from '#server/groups/lists/scope-batches.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import type { Services } from '#server/services.ts';
import { createStandingReader, rankStudents, type Standing } from './rank.ts';

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

/** A row without its position. The sums are computed early so that the marks and feedback leave memory. */
type Student = Standing & {
  name: string;
  fathername: string;
  group: string;
  program: string;
  title: string;
  vivaStatus: string | null;
  sums: ReturnType<SumColumn['of']>[];
};
type SumColumn = ReturnType<typeof buildSumColumns>[number];

/** Yields rows in batches. Keeps the students of only one program in memory at a time. */
async function* awardsInPortions(
  services: Services,
  { _id, scheme }: CohortContent,
  wanted: string | undefined,
) {
  const wantedKey = wanted === undefined ? undefined : toListEntryKey(wanted);
  const toStudent = createRowReader(scheme);
  for (const [key, groupIds] of await listGroupsByProgram(services, _id)) {
    if (wantedKey !== undefined && key !== wantedKey) continue;
    const students: Student[] = [];
    for await (const portion of streamGroups(services, groupIds, { withDetails: false })) {
      students.push(...portion.flatMap(toMemberRows).map(toStudent));
    }
    yield* toBatches(rankStudents(students), rowsAtOnce);
  }
}

/** Returns the ids of each program's groups, sorted by name, by the key of the program. Programs are sorted, too. */
async function listGroupsByProgram({ db }: Services, cohortId: string) {
  const groups = db
    .selectFrom('groups')
    .where('deleted_at', 'is', null)
    .where('cohort_id', '=', cohortId);
  const rows = await sortByName(groups).select(['groups.id', 'groups.program']).execute();
  // Sort in JavaScript, because SQLite and PostgreSQL collate strings differently.
  const spellings = sortTexts(new Set(rows.map(({ program }) => program)));
  const keys = new Map(spellings.map((spelling) => [spelling, toListEntryKey(spelling)]));
  const idsByKey = new Map([...keys.values()].map((key): [string, string[]] => [key, []]));
  for (const { id, program } of rows) idsByKey.get(keys.get(program) ?? '')?.push(id);
  return idsByKey;
}

function createRowReader(scheme: MarkingScheme): (row: MemberRow) => Student {
  const readStanding = createStandingReader(scheme);
  const sumColumns = buildSumColumns(scheme);
  return (row) => ({
    ...readStanding(row.member),
    name: row.member.name,
    fathername: row.member.fathername,
    group: row.group.fypGroupName,
    program: row.group.program,
    title: row.group.fypTitle,
    vivaStatus: row.group.externalVivaDetails.vivaStatus,
    sums: sumColumns.map((column) => column.of(row)),
  });
}

const columnsOf = (
  scheme: MarkingScheme,
): SheetColumn<Student & { position: number | undefined }>[] => [
  createTextColumn('Program', ({ program }) => program, 10),
  createNumberColumn('Position', ({ position }) => position ?? noMarksPlaceholder, 10),
  createTextColumn('Roll', ({ roll }) => roll, 14),
  createTextColumn('Name', ({ name }) => name, 24),
  createFatherNameColumn(({ fathername }) => fathername),
  createTextColumn('Group', ({ group }) => group, 16),
  createTextColumn('Title', ({ title }) => title, 40),
  ...buildSumColumns(scheme).map((column, at) => ({
    ...column,
    of: ({ sums }: Student) => sums[at] as never,
  })),
  ...(hasViva(scheme)
    ? [createTextColumn<Student>('Viva status', ({ vivaStatus }) => vivaStatus ?? 'pending', 12)]
    : []),
  createTextColumn('Complete', ({ isComplete }) => (isComplete ? 'yes' : 'no'), 10),
];
