import { z } from 'zod';
import { buildLineSchema, buildListEntrySchema, slugSchema } from '#contract/values/text.ts';
import type { Deadline } from './deadlines.ts';

const markers = ['supervisor', 'externalExaminer'] as const;
const MarkerRole = z.enum(markers);
export type MarkerRole = z.infer<typeof MarkerRole>;

const maxTitleLength = 60;
export const hasAtMostTwoDecimals = (value: number) => Math.round(value * 100) / 100 === value;

/** Names not allowed as milestone keys: member fields in the API, and values of `part` in a group's history. */
const reservedNames = [
  '_id',
  'name',
  'fathername',
  'roll',
  'email',
  'phone',
  'feeProofPath',
  'certificatePath',
  'isAnotherStudent',
  'samePerson',
  'viva',
  'group',
  'member',
  'document',
  'check',
];
const isFree = (key: string) => !reservedNames.includes(key) && !(key in {});

const buildNumberSchema = (max: number) =>
  z.number().min(0.01).max(max).refine(hasAtMostTwoDecimals, 'a number with at most two decimals');

const LimitPercent = buildNumberSchema(100);

/** Similarity must be below both limits. Otherwise the thesis needs a decision before it is marked (decision 89). */
export const SimilarityLimits = z.strictObject({
  overall: LimitPercent.describe('percent'),
  singleSource: LimitPercent.describe('percent of the highest single source'),
});
export type SimilarityLimits = z.infer<typeof SimilarityLimits>;

export const Milestone = z.strictObject({
  key: z
    .string()
    .regex(
      /^[a-z][A-Za-z0-9]{0,39}$/,
      'letters and digits, a lower-case letter first, such as month1',
    )
    .refine(isFree, 'choose another key, a member has a field of this name'),
  title: buildLineSchema('Title', maxTitleLength),
  total: buildNumberSchema(1000).describe('maximum marks'),
  weight: z
    .number()
    .min(0)
    .max(1000)
    .describe('weight in the final mark, relative to the other milestones'),
  markers: z.array(MarkerRole).min(1).describe('role that marks the milestone'),
  deadline: slugSchema
    .max(60)
    .optional()
    .describe('id of the deadline for the work that is marked'),
  similarity: SimilarityLimits.optional().describe(
    'the similarity of the thesis must stay below; at most one milestone has limits',
  ),
});
export type Milestone = z.infer<typeof Milestone>;

/** A part of the marking scheme, shown as a tab. API fields named `semester` contain its title. */
export const SchemePart = z.strictObject({
  title: buildListEntrySchema('Title', maxTitleLength),
  viva: z
    .boolean()
    .optional()
    .describe('whether this part contains the viva’s date, status and feedback'),
  milestones: z.array(Milestone).min(1).max(40),
});
export type SchemePart = z.infer<typeof SchemePart>;

export const MarkingScheme = z.strictObject({ parts: z.array(SchemePart).min(1).max(12) });
export type MarkingScheme = z.infer<typeof MarkingScheme>;

export const listMilestones = ({ parts }: MarkingScheme): Milestone[] =>
  parts.flatMap(({ milestones }) => milestones);

/** Returns whether the scheme has a viva with a date, a status and feedback. */
export const hasViva = ({ parts }: MarkingScheme): boolean =>
  parts.some(({ viva }) => viva === true);

/** Returns whether groups have an external examiner: for a viva, or for a milestone that the examiner marks. */
export const hasExternalExaminer = (scheme: MarkingScheme): boolean =>
  hasViva(scheme) ||
  listMilestones(scheme).some(({ markers: roles }) => roles.includes('externalExaminer'));

export const findMilestone = (scheme: MarkingScheme, key: string): Milestone | undefined =>
  listMilestones(scheme).find((milestone) => milestone.key === key);

/** Returns the milestone that waits for the figures of the similarity report, or undefined. */
export const findSimilarityMilestone = (scheme: MarkingScheme) =>
  listMilestones(scheme).find(({ similarity }) => similarity !== undefined);

export const findMilestoneDeadline = <D extends Pick<Deadline, '_id'>>(
  { deadline }: Pick<Milestone, 'deadline'>,
  deadlines: readonly D[],
): D | undefined => deadlines.find(({ _id }) => _id === deadline);

/** Returns the scheme without links to deadlines whose id is not in `ids`. */
export const removeDanglingDeadlineLinks = (
  scheme: MarkingScheme,
  ids: readonly string[],
): MarkingScheme => ({
  ...scheme,
  parts: scheme.parts.map((part) => ({
    ...part,
    milestones: part.milestones.map(({ deadline, ...milestone }) =>
      deadline !== undefined && ids.includes(deadline) ? { ...milestone, deadline } : milestone,
    ),
  })),
});

export const findPartOfMilestone = (scheme: MarkingScheme, key: string): SchemePart | undefined =>
  scheme.parts.find(({ milestones }) => milestones.some((milestone) => milestone.key === key));

/** Returns the part with the title, ignoring case, spaces and punctuation, or the only part with the number: "7". */
export function findPartByTitle(
  { parts }: MarkingScheme,
  semester: string,
): SchemePart | undefined {
  const key = toPartKey(semester);
  const numbered = parts.filter(({ title }) => key !== '' && title.replace(/\P{N}/gu, '') === key);
  return (
    parts.find(({ title }) => title === semester) ??
    parts.find(({ title }) => toPartKey(title) === key) ??
    (numbered.length === 1 ? numbered[0] : undefined)
  );
}

const toPartKey = (title: string): string => title.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Returns the roles that mark at least one milestone of the part. */
export const listMarkers = ({ milestones }: SchemePart): MarkerRole[] =>
  markers.filter((marker) => milestones.some((milestone) => milestone.markers.includes(marker)));

/** Lists the titles of the parts as alternatives: "Semester 7, Semester 8 or External Viva". */
export const formatPartTitles = ({ parts }: MarkingScheme): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(parts.map((part) => part.title));

/** A member's marks by milestone key. Unmarked milestones may be omitted. */
export type MarkEntries = Readonly<Record<string, { marks: number | null } | undefined>>;

export const sumMilestoneTotals = (milestones: readonly Milestone[]): number =>
  milestones.reduce((cents, { total }) => cents + Math.round(total * 100), 0) / 100;

/** Returns the sum of marks, rounded to two decimals. Unmarked milestones count as 0 (spec 9). */
export const sumMarks = (entries: MarkEntries, milestones: readonly Milestone[]): number =>
  milestones.reduce((cents, { key }) => cents + Math.round((entries[key]?.marks ?? 0) * 100), 0) /
  100;
