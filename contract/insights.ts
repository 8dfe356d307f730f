import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './exports/sheets.ts';
import {
  documentKinds,
  isKindInUse,
  type StandardKind,
  standardKinds,
} from './rules/document-kinds.ts';
import { CohortCode } from './settings/cohorts.ts';
import type { Modules } from './settings/modules.ts';
import { buildLineSchema, buildListEntrySchema, Id } from './values/text.ts';

/** Filters of the insights page. Faculty members see only groups that they supervise. */
export const InsightFilter = z.object({
  cohort: CohortCode.optional().describe('default: the current cohort'),
  program: buildListEntrySchema('Program', 40).optional(),
  category: buildListEntrySchema('Category', 60).optional(),
  supervisor: Id.optional().describe('an account'),
});
export type InsightFilter = z.infer<typeof InsightFilter>;

/** Dimensions by which the distribution of marks can be split; the default is `milestone`. */
export const markDistributionDimensions = [
  'milestone',
  'program',
  'category',
  'supervisor',
] as const;
const MarkDistributionDimension = z.enum(markDistributionDimensions, {
  error: 'Marks are split by milestone, program, category or supervisor.',
});
export type MarkDistributionDimension = z.infer<typeof MarkDistributionDimension>;

export const MarkDistributionFilter = InsightFilter.extend({
  by: MarkDistributionDimension.default('milestone'),
  milestone: buildLineSchema('Milestone', 40)
    .optional()
    .describe('key of the scheme; limits the export to its marks'),
});
export type MarkDistributionFilter = z.infer<typeof MarkDistributionFilter>;

/** Standard kinds of which a group or student submits one document, not one for each deadline. */
export type SubmissionKind = {
  [Kind in StandardKind]: (typeof documentKinds)[Kind]['isPerDeadline'] extends true ? never : Kind;
}[StandardKind];
export const submissionKindKeys = standardKinds.filter(
  (kind): kind is SubmissionKind => !documentKinds[kind].isPerDeadline,
);
/** Returns the kinds of files that the department uses. */
export const listSubmissionKinds = (modules: Modules): SubmissionKind[] =>
  submissionKindKeys.filter((kind) => isKindInUse(modules, kind));
const SubmissionKind = z.enum(submissionKindKeys);

const Percent = z.number().describe('per cent with two decimals');
const Count = z.int().min(0);

export const DailySubmissions = z.object({
  day: z.iso.date(),
  deadlines: z.array(z.string()),
  counts: z.record(SubmissionKind, Count).describe('number of versions'),
});
export type DailySubmissions = z.infer<typeof DailySubmissions>;

export const SubmissionProgress = z.object({
  kind: SubmissionKind,
  per: z.enum(['group', 'student']).describe('owner of the document'),
  have: Count,
  of: Count,
});
export type SubmissionProgress = z.infer<typeof SubmissionProgress>;

export const MarkingProgress = z.object({
  milestone: z.string(),
  title: z.string(),
  part: z.string(),
  given: Count,
  of: Count.describe('one for each student'),
});
export type MarkingProgress = z.infer<typeof MarkingProgress>;

/** Distribution of marks, as percentages of the milestone’s total. Quartiles are inclusive (QUARTILE.INC). */
export const MarksSpread = z.object({
  key: z.string(),
  label: z.string(),
  marks: Count.describe('number of marks'),
  min: Percent,
  q1: Percent,
  median: Percent,
  q3: Percent,
  max: Percent,
  mean: Percent,
});
export type MarksSpread = z.infer<typeof MarksSpread>;

/** Minimum number of marks for a reliable comparison of markers. */
export const minMarksForComparison = 10;

/** A marker's mean compared with the mean of all markers on the same milestones. */
export const MarkerStrictness = z.object({
  key: z.string(),
  name: z.string(),
  marks: Count,
  mean: Percent,
  expected: Percent.describe('the mean of all markers on the same milestones'),
  difference: z
    .number()
    .describe('mean minus expected mean in percentage points; negative if stricter'),
  isFew: z.boolean().describe(`fewer than ${minMarksForComparison} marks`),
});
export type MarkerStrictness = z.infer<typeof MarkerStrictness>;

export const SupervisorLoad = z.object({
  key: z.string(),
  name: z.string(),
  groups: Count,
  students: Count,
  given: Count.describe('number of marks for milestones that supervisors mark'),
  open: Count.describe('number of missing marks, including those not due yet'),
});
export type SupervisorLoad = z.infer<typeof SupervisorLoad>;

const access = ['admin', 'faculty'] as const;

export const findInsightChoices = endpoint({
  method: 'GET',
  path: '/api/auth/insights/choices',
  summary: 'List the programs, categories and supervisors of the caller’s groups as filter options',
  access,
  reply: z.object({
    programs: z.array(z.string()),
    categories: z.array(z.string()),
    supervisors: z.array(z.object({ _id: z.string(), name: z.string() })),
  }),
  problems: [],
});

export const findInsights = endpoint({
  method: 'GET',
  path: '/api/auth/insights',
  summary: 'Get the data of all charts except the distribution of marks, which has its own filters',
  access,
  query: InsightFilter,
  reply: z.object({
    submissions: z
      .array(DailySubmissions)
      .describe('submissions by day and kind, with the deadlines of these days'),
    handedIn: z
      .array(SubmissionProgress)
      .describe('number of groups or students with each kind of document'),
    marksIn: z.array(MarkingProgress).describe('number of marked students by milestone'),
    strictness: z
      .array(MarkerStrictness)
      .optional()
      .describe('each marker compared with all markers of the same milestones; for admins only'),
    load: z.array(SupervisorLoad).describe('groups, students and open marks per supervisor'),
    hasOutcomes: z
      .literal(true)
      .optional()
      .describe('true if the cohort has learning outcomes; for admins only'),
  }),
  problems: [],
});

export const findSpread = endpoint({
  method: 'GET',
  path: '/api/auth/insights/spread',
  summary: 'Get the distribution of marks by milestone, program, category or supervisor',
  access,
  query: MarkDistributionFilter,
  reply: z.object({ rows: z.array(MarksSpread) }),
  problems: [],
});

export const insightCharts = [
  'submissions',
  'handed-in',
  'marks-in',
  'spread',
  'strictness',
  'load',
] as const;
const InsightChart = z.enum(insightCharts, { error: 'Unknown chart.' });
export type InsightChart = z.infer<typeof InsightChart>;

export type InsightRows = {
  submissions: DailySubmissions;
  'handed-in': SubmissionProgress;
  'marks-in': MarkingProgress;
  spread: MarksSpread;
  strictness: MarkerStrictness;
  load: SupervisorLoad;
};

export const exportInsight = endpoint({
  method: 'GET',
  path: '/api/auth/insights/:chart/export',
  summary: 'Export the data of a chart as a spreadsheet; strictness is for admins only',
  access,
  audit: ['list-exported'],
  params: z.object({ chart: InsightChart }),
  query: MarkDistributionFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: [],
});
