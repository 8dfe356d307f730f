import { z } from 'zod';

const noSuchKind = 'This kind of file does not exist.';

/** Id of a kind of file, either a standard one or one that a cohort has added. Does not check that it exists. */
export const DocumentKind = z
  .string(noSuchKind)
  .max(60, noSuchKind)
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, noSuchKind);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** Standard kinds of files that a deadline may require. A monthly report (`report`) belongs to one deadline only. */
export const standardKinds = [
  'proposal',
  'feeProof',
  'certificate',
  'report',
  'thesis',
  'similarity',
  'code',
] as const;
export type StandardKind = (typeof standardKinds)[number];

/** Standard kinds that each member submits. All other standard kinds are submitted once per group. */
const standardMemberKinds: readonly DocumentKind[] = ['feeProof', 'certificate'];

type RequiredKinds = { memberKinds?: readonly DocumentKind[] | undefined };

/** Returns whether each member submits a file of this kind for the deadline, instead of the group submitting one. */
export const isPerMember = ({ memberKinds }: RequiredKinds, kind: DocumentKind): boolean =>
  standardMemberKinds.includes(kind) || (memberKinds?.includes(kind) ?? false);
