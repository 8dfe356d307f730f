import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { attainmentStates } from '#contract/rules/outcomes.ts';
import { CohortCode } from '#contract/settings/cohorts.ts';
import { Clo, Plo } from '#contract/settings/outcomes.ts';
import { buildLineSchema, buildListEntrySchema, ListQuery } from '#contract/values/text.ts';

const access = ['admin'] as const;
const Count = z.int().min(0);
const Percent = z.number().min(0).max(100).nullable();

/** Cohort and program of a report about learning outcomes. */
export const OutcomeFilter = z.object({
  cohort: CohortCode.optional().describe('default: the current cohort'),
  program: buildListEntrySchema('Program', 40).optional(),
});
export type OutcomeFilter = z.infer<typeof OutcomeFilter>;

const OutcomeResult = z.object({
  code: z.string(),
  students: Count.describe('students with a mark for the outcome; the others do not count'),
  attained: Count,
  incomplete: Count.describe('students for whom further marks are missing'),
  percent: Percent.describe('share of students who attain it; null: no student has a mark'),
  mean: Percent.describe('mean attainment of these students'),
  isAttained: z.boolean().nullable().describe('whether the share reaches the threshold'),
});

const ProgramResults = z.object({
  program: z.string().nullable().describe('null: all programs'),
  students: Count,
  unmarked: Count.describe('students without any mark for an outcome'),
  plos: z.array(OutcomeResult),
  clos: z.array(OutcomeResult),
});
export type ProgramResults = z.infer<typeof ProgramResults>;

export const findOutcomes = endpoint({
  method: 'GET',
  path: '/api/auth/outcomes',
  summary: 'Get the learning outcomes of a cohort and how many students attain them, by program',
  access,
  query: z.object({ cohort: CohortCode.optional() }),
  reply: z.object({
    studentPercent: z.int(),
    cohortPercent: z.int(),
    plos: z.array(Plo),
    clos: z.array(Clo),
    results: z.array(ProgramResults).describe('all programs first; empty without outcomes'),
    hasTrend: z.boolean().describe('true if several cohorts have outcomes'),
  }),
  problems: ['not-found'],
});

export const outcomeStudentStates = [...attainmentStates, 'incomplete'] as const;
export const outcomeStudentSorts = ['roll', 'name', 'group', 'attainment'] as const;

export const OutcomeStudentFilter = OutcomeFilter.extend({
  q: ListQuery.shape.q.describe('search terms in name, roll number or group'),
  outcome: buildLineSchema('Outcome', 12)
    .optional()
    .describe('code, for `state` and sorting by attainment'),
  state: z
    .enum(outcomeStudentStates, 'Unknown state of attainment.')
    .optional()
    .describe('of the outcome, or of any outcome'),
  sort: z.enum(outcomeStudentSorts, 'The list cannot be sorted by this column.').default('roll'),
  descending: z.literal('true').optional(),
});
export type OutcomeStudentFilter = z.output<typeof OutcomeStudentFilter>;

const StudentAttainment = z.object({
  code: z.string(),
  percent: Percent.describe('null: not marked'),
  state: z.enum(attainmentStates),
  isIncomplete: z.boolean().describe('true if further marks are missing'),
});

export const OutcomeStudent = z.object({
  _id: z.string(),
  name: z.string(),
  roll: z.string(),
  fypGroupName: z.string(),
  program: z.string(),
  attainments: z.array(StudentAttainment).describe('of the PLOs of the program and all CLOs'),
});
export type OutcomeStudent = z.infer<typeof OutcomeStudent>;

export const listOutcomeStudents = endpoint({
  method: 'GET',
  path: '/api/auth/outcomes/students',
  summary: 'List the students of a cohort with their attainment of each learning outcome',
  access,
  query: OutcomeStudentFilter.extend(ListQuery.pick({ page: true, limit: true }).shape),
  reply: z.object({
    students: z.array(OutcomeStudent),
    total: Count.describe('number of students that match'),
  }),
  problems: ['not-found'],
});

export const findOutcomeTrend = endpoint({
  method: 'GET',
  path: '/api/auth/outcomes/trend',
  summary: 'Get the attainment of each program learning outcome in the latest cohorts',
  access,
  query: OutcomeFilter.pick({ program: true }),
  reply: z.object({
    cohorts: z.array(
      z.object({ code: z.string(), name: z.string(), results: z.array(OutcomeResult) }),
    ),
  }),
  problems: [],
});

export const outcomeTables = ['students', 'attainment', 'definitions'] as const;
const OutcomeTable = z.enum(outcomeTables, 'Unknown table.');
export type OutcomeTable = z.infer<typeof OutcomeTable>;

export const exportOutcomes = endpoint({
  method: 'GET',
  path: '/api/auth/outcomes/:table/export',
  summary: 'Export the attainment of each student, of the cohort, or the definitions of outcomes',
  access,
  audit: ['list-exported'],
  params: z.object({ table: OutcomeTable }),
  query: OutcomeFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const exportOutcomeReport = endpoint({
  method: 'GET',
  path: '/api/auth/outcomes/report',
  summary: 'Export the report about learning outcomes for accreditation as a PDF',
  access,
  audit: ['list-exported'],
  query: OutcomeFilter,
  reply: z.unknown(),
  problems: ['not-found'],
});
