import type { FastifyReply } from 'fastify';
import type {
  exportOutcomes as endpoint,
  OutcomeFilter,
  OutcomeTable,
  ProgramResults,
} from '#contract/admin/outcomes.ts';
import { listOutcomes } from '#contract/rules/outcomes.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { RowBatches } from '#server/http/bodies/send-list.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import type { Services } from '#server/services.ts';
import { countOutcomes } from './count-outcomes.ts';
import { type StudentOutcomes, streamStudents } from './read-students.ts';

type Table<Row> = {
  name: string;
  getColumns: (cohort: CohortContent) => SheetColumn<Row>[];
  read: (services: Services, cohort: CohortContent, filter: OutcomeFilter) => RowBatches<Row>;
};

const findAttainment = ({ attainments }: StudentOutcomes, code: string) =>
  attainments.find((attainment) => attainment.code === code);

const students: Table<StudentOutcomes> = {
  name: 'Learning outcomes by student',
  getColumns: ({ outcomes }) => [
    createTextColumn('Program', ({ program }) => program, 10),
    createTextColumn('Group', ({ fypGroupName }) => fypGroupName, 16),
    createTextColumn('Roll', ({ roll }) => roll, 14),
    createTextColumn('Name', ({ name }) => name, 24),
    ...listOutcomes(outcomes).map(({ code }) =>
      createNumberColumn<StudentOutcomes>(
        `${code} (%)`,
        (student) => findAttainment(student, code)?.percent,
      ),
    ),
    createTextColumn(
      'Below the threshold',
      ({ attainments }) => listCodes(attainments.filter(({ state }) => state === 'below')),
      30,
    ),
    createTextColumn(
      'Marks missing',
      ({ attainments }) =>
        listCodes(
          attainments.filter(({ state, isIncomplete }) => isIncomplete || state === 'unmarked'),
        ),
      30,
    ),
  ],
  read: ({ db }, cohort, { program }) => streamStudents(db, cohort, program),
};

const listCodes = (entries: readonly { code: string }[]) =>
  entries.map(({ code }) => code).join(', ');

type AttainmentRow = Pick<ProgramResults, 'program'> & ProgramResults['plos'][number];

const attainment: Table<AttainmentRow> = {
  name: 'Attainment of learning outcomes',
  getColumns: () => [
    createTextColumn('Program', ({ program }) => program ?? 'All programs', 14),
    createTextColumn('Outcome', ({ code }) => code, 12),
    createNumberColumn('Students', (row) => row.students),
    createNumberColumn('Attained', ({ attained }) => attained),
    createNumberColumn('Share (%)', ({ percent }) => percent),
    createNumberColumn('Mean (%)', ({ mean }) => mean),
    createNumberColumn('Marks missing', ({ incomplete }) => incomplete),
    createTextColumn(
      'Session',
      ({ isAttained }) => (isAttained === null ? '' : isAttained ? 'attained' : 'below'),
      12,
    ),
  ],
  read: async function* ({ db }, cohort, { program }) {
    const results = await countOutcomes(db, cohort, { program });
    // The result of all programs would repeat that of the only one.
    const shown = program === undefined ? results : results.slice(1);
    yield shown.flatMap(({ program: of, plos, clos }) =>
      [...plos, ...clos].map((result) => ({ ...result, program: of })),
    );
  },
};

type Definition = {
  code: string;
  title: string;
  description: string;
  programs: string;
  milestones: string;
  plos: string;
};

const definitions: Table<Definition> = {
  name: 'Definitions of learning outcomes',
  getColumns: () => [
    createTextColumn('Outcome', ({ code }) => code, 12),
    createTextColumn('Title', ({ title }) => title, 30),
    createTextColumn('Description', ({ description }) => description, 60),
    createTextColumn('Programs', ({ programs }) => programs, 20),
    createTextColumn('Milestones (weight)', ({ milestones }) => milestones, 40),
    createTextColumn('PLOs (weight)', ({ plos }) => plos, 30),
  ],
  read: (_services, { outcomes, scheme }) => [
    [
      ...outcomes.plos.map(({ programs, ...plo }) => ({
        ...plo,
        programs: programs?.join(', ') ?? 'all',
        milestones: '',
        plos: '',
      })),
      ...outcomes.clos.map(({ code, description, milestones, plos }) => ({
        code,
        title: '',
        description,
        programs: 'all',
        milestones: milestones
          .map((each) => `${findMilestone(scheme, each.milestone)?.title} (${each.weight})`)
          .join(', '),
        plos: plos.map(({ plo, weight }) => `${plo} (${weight})`).join(', '),
      })),
    ],
  ],
};

const tables = { students, attainment, definitions };

/** Exports a table about learning outcomes. Throws `not-found` for an unknown cohort. */
export function exportOutcomes(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  return sendTable(call, tables[call.params.table] as Table<unknown>, call.params.table);
}

function sendTable<Row>(
  call: EndpointCall<typeof endpoint>,
  { name, getColumns, read }: Table<Row>,
  table: OutcomeTable,
): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, ...filter } = query;
  const cohort = getCohort(services.content, filter.cohort);
  return replyWithExport(call, {
    name,
    fileName: `outcomes-${table}`,
    format,
    filter: { cohort: cohort.code, program: filter.program },
    columns: getColumns(cohort),
    rows: () => read(services, cohort, filter),
  });
}
