import { z } from 'zod';
import {
  documentKinds,
  type FileRules,
  getKindFacts,
  isFileKind,
  type SizeLimits,
  type StandardKind,
  standardKinds,
} from '#contract/rules/document-kinds.ts';
import { FileType, fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import { DocumentKind } from '#contract/rules/kinds.ts';
import { buildLineSchema, slugSchema } from '#contract/values/text.ts';

const MB = 1024 * 1024;

const Title = buildLineSchema('Title', 60);
const MaxMb = z
  .number()
  .min(0.001)
  .max(10_240)
  .describe('megabytes; default: the limit of the installation');

const StandardKindChange = z.strictObject({
  title: Title.optional().describe('default: the title of the specification'),
  maxMb: MaxMb.optional(),
});

const AddedKind = z.strictObject({
  id: slugSchema.max(60).describe('does not change with the title; stored files refer to it'),
  title: Title,
  types: z.array(FileType).min(1, 'Choose at least one type of file.').max(fileTypeKeys.length),
  maxMb: MaxMb.optional(),
  perMember: z
    .boolean()
    .default(false)
    .describe('true if each member submits a file; otherwise one file per group'),
  archived: z
    .boolean()
    .default(false)
    .describe('true if the kind takes no more files; those submitted stay available'),
});

/** Schema of `content/kinds.yaml`: changes to the standard kinds of files, and kinds that a cohort adds. */
export const KindSettings = z.strictObject({
  standard: z.strictObject(
    Object.fromEntries(
      standardKinds.map((kind) => [kind, StandardKindChange.optional()]),
    ) as Record<StandardKind, z.ZodOptional<typeof StandardKindChange>>,
  ),
  added: z.array(AddedKind).max(20),
});
export type KindSettings = z.infer<typeof KindSettings>;

export const defaultKindSettings: KindSettings = { standard: {}, added: [] };

/** A kind of file that a cohort collects. */
export const CohortKind = z.object({
  kind: DocumentKind,
  label: z.string(),
  extensions: z.array(z.string()),
  maxBytes: z.int().nullable().describe('null: the limit of the installation'),
  isPerMember: z.boolean().describe('true if each member submits a file, not the group'),
  isAdded: z.boolean().describe('true if the cohort has added the kind'),
  isArchived: z.boolean().describe('true if the kind takes no more files'),
});
export type CohortKind = z.infer<typeof CohortKind>;

const toBytes = (maxMb: number | undefined): number | null =>
  maxMb === undefined ? null : Math.round(maxMb * MB);

/** Lists the kinds of files of a cohort, the standard ones first. */
export const listCohortKinds = ({ standard, added }: KindSettings): CohortKind[] => [
  ...standardKinds.map((kind) => ({
    kind,
    label: standard[kind]?.title ?? documentKinds[kind].label,
    extensions: [...documentKinds[kind].extensions],
    maxBytes: toBytes(standard[kind]?.maxMb),
    isPerMember: documentKinds[kind].isPerMember,
    isAdded: false,
    isArchived: false,
  })),
  ...added.map(({ id, title, types, maxMb, perMember, archived }) => ({
    kind: id,
    label: title,
    extensions: types.flatMap((type) => [...fileTypes[type].extensions]),
    maxBytes: toBytes(maxMb),
    isPerMember: perMember,
    isAdded: true,
    isArchived: archived,
  })),
];

export const findKind = (kinds: readonly CohortKind[], kind: string): CohortKind | undefined =>
  kinds.find((candidate) => candidate.kind === kind);

/** Returns the title of a kind, also of kinds of accounts and extension requests, which no cohort changes. */
export const getKindLabel = (kinds: readonly CohortKind[], kind: string): string =>
  findKind(kinds, kind)?.label ?? (isFileKind(kind) ? documentKinds[kind].label : 'File');

/** Returns a title for use within a sentence: “similarity report”, but “IEEE paper”. */
export const toMidSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

/** Returns the specification's message (spec 8), which names a kind as in the URL if that is one word, or by title. */
export const formatUploadMessage = ({ kind, label, isAdded }: CohortKind): string =>
  `${(!isAdded && /^[a-z]+$/.test(kind) ? kind : label).toUpperCase()} uploaded successfully.`;

/** Returns what the student should know before they choose a file of the kind. */
export const getUploadHint = ({
  kind,
  isPerMember,
}: Pick<CohortKind, 'kind' | 'isPerMember'>): string | undefined =>
  getKindFacts(kind).hint ?? (isPerMember ? 'Your own file: each member uploads one.' : undefined);

/** Returns whether students upload this kind of file on their page. */
export const isUploaded = ({ isArchived }: CohortKind): boolean => !isArchived;

/** Returns the kinds in the order of the students' page: the work of the group first. */
export const sortForUpload = (kinds: readonly CohortKind[]): CohortKind[] =>
  kinds.toSorted((a, b) => getKindFacts(a.kind).uploadOrder - getKindFacts(b.kind).uploadOrder);

/** Returns the largest file that the installation accepts. A kind that a cohort adds has the limit of the largest upload. */
export const getInstallationLimit = (kind: string, sizeLimits: SizeLimits): number =>
  isFileKind(kind)
    ? sizeLimits[kind]
    : Math.max(...standardKinds.map((upload) => sizeLimits[upload]));

export function getFileRules(
  { kind, label, extensions, maxBytes }: CohortKind,
  sizeLimits: SizeLimits,
): FileRules {
  const limit = getInstallationLimit(kind, sizeLimits);
  return { label, extensions, maxBytes: Math.min(maxBytes ?? limit, limit) };
}
