import { z } from 'zod';
import { isModuleEnabled, type ModuleName, type Modules } from '#contract/settings/modules.ts';
import type { DocumentKind } from './kinds.ts';

const MB = 1024 * 1024;

/** Requirements for a file of a kind, with the title of the kind. */
export type FileRules = { label: string; extensions: readonly string[]; maxBytes: number };

type KindFacts = {
  /** True if each member submits a file, not the group. For kinds that a cohort adds, a setting says so. */
  isPerMember: boolean;
  /** True if each deadline has a file of its own. An upload must then name its deadline. */
  isPerDeadline: boolean;
  /** True if staff mark files as checked. */
  isCheckable: boolean;
  /** True if only the latest versions stay stored. All other files share the space of their group and uploader. */
  hasVersionQuota: boolean;
  /** Versions that the supervisor's desk lists as new. */
  news: 'all' | 'replacements' | 'none';
  /** Advice for students before they choose a file. */
  hint: string | undefined;
  /** Place on the students' page, in ascending order. Kinds with equal numbers keep the order of the cohort's list. */
  uploadOrder: number;
  /** Module to which the kind belongs. */
  module: ModuleName | undefined;
};

/** Facts about the work of a group, also about the kinds that a cohort adds. */
const work = {
  isPerMember: false,
  isPerDeadline: false,
  isCheckable: false,
  hasVersionQuota: true,
  news: 'all',
  hint: undefined,
  uploadOrder: 0,
  module: undefined,
} as const satisfies KindFacts;

/** Proofs of single members, which staff check instead of reading them on the desk. */
const proof = { ...work, isPerMember: true, isCheckable: true, news: 'none' } as const;

/** Files that no deadline requires, and that not everybody who may see the group may open. */
const privateFile = { ...work, hasVersionQuota: false, news: 'none' } as const;

/**
 * Documents that a deadline may require (spec 5, spec 9), in the order of lists. Proposals and fee proofs have no version
 * quota, because each account can propose and have its groups deleted.
 */
const requiredDocuments = {
  proposal: {
    label: 'Proposal',
    extensions: ['pdf', 'doc', 'docx'],
    maxBytes: 20 * MB,
    ...work,
    hasVersionQuota: false,
    news: 'replacements',
    uploadOrder: 3,
  },
  feeProof: {
    label: 'Fee proof',
    extensions: ['pdf'],
    maxBytes: 5 * MB,
    ...proof,
    hasVersionQuota: false,
    hint: 'Your own proof of payment: each member uploads one.',
    uploadOrder: 4,
    module: 'feeProof',
  },
  certificate: {
    label: 'Certificates',
    extensions: ['pdf'],
    maxBytes: 20 * MB,
    ...proof,
    hint: 'Your own course or internship certificates, merged into one file.',
    uploadOrder: 2,
    module: 'certificates',
  },
  report: {
    label: 'Monthly report',
    extensions: ['pdf'],
    maxBytes: 20 * MB,
    ...work,
    isPerDeadline: true,
    hint: 'One report for each month with a deadline.',
    uploadOrder: 1,
  },
  thesis: { label: 'Thesis', extensions: ['pdf'], maxBytes: 50 * MB, ...work },
  similarity: { label: 'Similarity report', extensions: ['pdf'], maxBytes: 20 * MB, ...work },
  code: { label: 'Project code', extensions: ['zip', 'rar'], maxBytes: 200 * MB, ...work },
} as const satisfies Record<string, FileRules & KindFacts>;

export type StandardKind = keyof typeof requiredDocuments;
export const standardKinds = Object.keys(requiredDocuments) as StandardKind[];

/** Kinds of files that forms can upload. Environment variables can override the size limits. */
export const documentKinds = {
  cv: {
    label: 'CV',
    extensions: ['pdf', 'jpg', 'jpeg', 'png'],
    maxBytes: 5 * MB,
    ...privateFile,
    module: 'cv',
  },
  ...requiredDocuments,
  evidence: {
    label: 'Evidence',
    extensions: ['pdf', 'jpg', 'jpeg', 'png'],
    maxBytes: 10 * MB,
    ...privateFile,
  },
  attachment: {
    label: 'Attachment',
    extensions: ['pdf', 'docx', 'xlsx', 'pptx', 'txt', 'jpg', 'jpeg', 'png', 'zip'],
    maxBytes: 10 * MB,
    ...privateFile,
  },
} as const satisfies Record<string, FileRules & KindFacts>;

export type FileKind = keyof typeof documentKinds;
export const documentKindKeys = Object.keys(documentKinds) as FileKind[];

export const isFileKind = (kind: string): kind is FileKind => Object.hasOwn(documentKinds, kind);

/** Returns the facts about a kind, also about one that a cohort has added. */
export const getKindFacts = (kind: DocumentKind): Omit<KindFacts, 'isPerMember'> =>
  isFileKind(kind) ? documentKinds[kind] : work;

export const listKindsWith = (matches: (facts: KindFacts) => boolean): FileKind[] =>
  documentKindKeys.filter((kind) => matches(documentKinds[kind]));

/** Kinds of files that not everybody who may see the group may open. */
export const privateKinds: readonly DocumentKind[] = documentKindKeys.filter(
  (kind) => !Object.hasOwn(requiredDocuments, kind),
);

type RequiredKinds = { memberKinds?: readonly DocumentKind[] | undefined };

/** Returns whether each member submits a file of this kind for the deadline, instead of the group submitting one. */
export const isPerMember = ({ memberKinds }: RequiredKinds, kind: DocumentKind): boolean =>
  (isFileKind(kind) && documentKinds[kind].isPerMember) || (memberKinds?.includes(kind) ?? false);

/** Returns whether the department uses a kind of file. Files of other kinds stay stored, but no page lists them. */
export const isKindInUse = (modules: Modules, kind: DocumentKind): boolean =>
  isModuleEnabled(modules, getKindFacts(kind).module);

/** Size limits of an installation in bytes. */
export type SizeLimits = Record<FileKind, number>;

export const defaultSizeLimits = Object.fromEntries(
  documentKindKeys.map((kind) => [kind, documentKinds[kind].maxBytes]),
) as SizeLimits;

export const noSuchUpload = 'This kind of upload does not exist.';

/** Standard kinds that students upload on their page, as written in the URL path (spec 5; the others are the portal’s). */
export const UploadKind = z.enum(standardKinds, noSuchUpload);
export type UploadKind = z.infer<typeof UploadKind>;
