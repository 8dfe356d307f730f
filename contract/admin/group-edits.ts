import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Feedback, FullGroup, VivaDate, VivaStatus } from '#contract/groups.ts';
import type { SubmittedMarks } from '#contract/marks.ts';
import { type GroupRules, maxGroupSize } from '#contract/rules/group-rules.ts';
import { buildRollSchema, RollNumber } from '#contract/rules/roll.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { Modules } from '#contract/settings/modules.ts';
import {
  FatherName,
  FatherNameOrEmpty,
  formatTooManyMembers,
} from '#contract/students/proposals.ts';
import { buildPhoneSchema, UnvalidatedPhone } from '#contract/values/phone.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildNameLineSchema,
  Email,
  Id,
  SamePersonReason,
} from '#contract/values/text.ts';

/** Id of the account to link. Null, '' or the stored id means no change, so clients can send back what they read. */
const Chosen = z.union([Id, z.literal(''), z.null()], 'Choose an account from the list.');

/** An edited member. Additional fields hold marks if their names are milestone keys. Others are ignored. */
const memberEdit = z
  .object({
    _id: Id,
    name: buildNameLineSchema('Full name', 100).optional(),
    fathername: FatherNameOrEmpty.optional(),
    roll: RollNumber.optional(),
    email: Email.optional(),
    phone: UnvalidatedPhone.optional(),
    isAnotherStudent: z
      .boolean()
      .optional()
      .describe('with a new email: the account that has claimed this membership loses it'),
    samePerson: SamePersonReason.optional().describe(
      'why a new name, roll number and email are those of the same person',
    ),
  })
  .catchall(z.unknown());

type Identity = { fathername: string; roll: string; phone: string };
type IdentityEdit = { _id: string } & Partial<Record<keyof Identity, string | undefined>>;

type Department = { rules: GroupRules; modules: Modules };

/**
 * Normalises phone and roll numbers. Returns an issue for each changed value that violates the department's rules. Drops
 * the father's name if the department does not use it.
 */
export function validateMemberEdits<E extends IdentityEdit>(
  { rules, modules }: Department,
  edits: readonly E[],
  storedMembers: readonly (Identity & { _id: string })[],
): { edits: E[]; issues: z.core.$ZodIssue[] } {
  const fields = {
    ...(modules.fatherName && { fathername: FatherName }),
    roll: buildRollSchema(rules),
    phone: buildPhoneSchema(rules),
  };
  const issues: z.core.$ZodIssue[] = [];
  const normalisedEdits = edits.map((edit, index) => {
    const before = storedMembers.find(({ _id }) => _id === edit._id);
    const changed = { ...edit };
    for (const field of ['fathername', 'roll', 'phone'] as const) {
      const schema = fields[field];
      if (!schema) delete changed[field];
      const sent = edit[field];
      if (!schema || sent === undefined || sent === before?.[field]) continue;
      const { data, error } = schema.safeParse(sent);
      if (data !== undefined) Object.assign(changed, { [field]: data });
      for (const issue of error?.issues ?? []) {
        issues.push({ ...issue, path: ['fypGroupMembers', index, field] });
      }
    }
    return changed;
  });
  return { edits: normalisedEdits, issues };
}

/** Returns the marks without their revision numbers, because the group's version already detects conflicting edits. */
export function extractMarksFromEdits(
  scheme: MarkingScheme,
  edits: readonly ({ _id: string } & Record<string, unknown>)[],
): SubmittedMarks[] {
  const keys = listMilestones(scheme).map(({ key }) => key);
  return edits.map((edit, index) => ({
    memberId: edit._id,
    path: `fypGroupMembers.${index}`,
    entries: Object.fromEntries(
      keys.flatMap((key) => (key in edit ? [[key, withoutRevision(edit[key])]] : [])),
    ),
  }));
}

function withoutRevision(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { revision: _, ...rest } = entry as { revision?: unknown };
  return rest;
}

export const chooseAccount = endpoint({
  method: 'PUT',
  path: '/api/auth/members/:memberId/account',
  summary: 'Choose the account of a member who matches several accounts',
  access: ['admin'],
  audit: ['group-changed'],
  params: z.object({ memberId: Id }),
  body: z.object({ userId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'already-in-group'],
});

/** Older clients send the version as text. */
const SentVersion = z
  .union([z.number(), z.string().regex(/^\d{1,9}$/)], 'The version is a whole number.')
  .transform(Number)
  .pipe(z.int('The version is a whole number.'));

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/api/auth/update/:groupId',
  summary:
    'Update a group; omitted fields do not change, and generated fields (ids, links) are ignored',
  access: ['admin'],
  audit: ['group-changed', 'marks-saved', 'viva-saved'],
  // Allows for 2000 characters of feedback on every milestone of each member.
  maxText: 1024 * 1024,
  params: z.object({ groupId: Id }),
  body: z.object({
    version: SentVersion.optional().describe('version as read; a stale one is rejected'),
    fypGroupName: buildNameLineSchema('Group name', 60).optional(),
    program: buildListEntrySchema('Program', 40).optional(),
    fypTitle: buildLineSchema('Project title', 200).optional(),
    fypCategory: buildListEntrySchema('Category', 60).optional(),
    supervisor: buildNameLineSchema('Supervisor', 100).optional(),
    externalExaminer: z
      .union([buildNameLineSchema('External examiner', 100), z.literal(''), z.null()])
      .optional(),
    supervisorId: Chosen.optional().describe('chooses among accounts with the same name'),
    externalExaminerId: Chosen.optional(),
    fypGroupMembers: z
      .array(memberEdit)
      .max(maxGroupSize, formatTooManyMembers(maxGroupSize))
      .optional()
      .describe('all members: nobody leaves by an update'),
    externalVivaDetails: z
      .object({
        vivaDate: VivaDate.optional(),
        vivaStatus: VivaStatus.optional(),
        vivaFeedback: Feedback.nullable().optional(),
      })
      .nullish(),
  }),
  reply: z.object({ message: z.string(), group: FullGroup }),
  problems: ['not-found', 'stale-version', 'already-in-group', 'name-taken', 'cohort-closed'],
});
