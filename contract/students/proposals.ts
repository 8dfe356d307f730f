import { z } from 'zod';
import { type Attachment, buildAttachmentSchema } from '#contract/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { buildEligibilitySchema, EligibilityAnswers } from '#contract/rules/eligibility.ts';
import { GroupRules, maxGroupSize } from '#contract/rules/group-rules.ts';
import { buildRollSchema, RollNumber, toRollKey } from '#contract/rules/roll.ts';
import { CohortCode, CohortQuery } from '#contract/settings/cohorts.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { buildPhoneSchema, UnvalidatedPhone } from '#contract/values/phone.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildNameLineSchema,
  buildNameOrEmptySchema,
  Email,
} from '#contract/values/text.ts';

type TextSchema = z.ZodType<string, string>;

const FeeProof = buildAttachmentSchema('Fee proof');
const MergedCertificates = buildAttachmentSchema('Certificates').optional();
export const FatherName = buildNameLineSchema('Father name', 100);
/** May be empty, because a department may not use the field. `getProposalSchema` requires it if it does. */
export const FatherNameOrEmpty = buildNameOrEmptySchema('Father name', 100);

/** Drops the text of a field that the department does not use, because older clients may send it. */
const UnusedText = z.any().transform(() => '');
/** Drops the file of a field that the department does not use. */
const UnusedFile = z
  .any()
  .transform(() => undefined)
  .optional();

/** Schemas of the fields of a member that depend on the settings. */
type MemberFields = {
  fathername: TextSchema;
  roll: TextSchema;
  phone: TextSchema;
  feeProof: FileSchema;
  certificate: z.ZodOptional<FileSchema>;
};
type FileSchema = z.ZodType<Attachment | undefined, Attachment | undefined>;

const memberWith = ({ fathername, roll, phone, feeProof, certificate }: MemberFields) =>
  z.object({
    name: buildNameLineSchema('Full name', 100),
    fathername,
    roll,
    email: Email,
    phone,
    feeProof,
    certificate,
  });

/** Returns the member index and field name of each email or roll number that an earlier member in the list also has. */
export function findDuplicateMembers(members: readonly { email: string; roll: string }[]) {
  const seen = { email: new Set<string>(), roll: new Set<string>() };
  return members.flatMap(({ email, roll }, index) => {
    const keys = { email: email.toLowerCase().trim(), roll: toRollKey(roll) };
    return (['email', 'roll'] as const).flatMap((field) => {
      const isRepeated = keys[field] !== '' && seen[field].has(keys[field]);
      seen[field].add(keys[field]);
      return isRepeated ? [{ index, field }] : [];
    });
  });
}

type Parts = {
  least: number;
  most: number;
  member: MemberFields;
  eligibility: z.ZodType<EligibilityAnswers, EligibilityAnswers>;
};

/** Returns the schema of the proposal form. The server also checks choices against the department's lists. */
const proposalWith = (parts: Parts) =>
  z.object({
    program: buildListEntrySchema('Program', 40),
    title: buildLineSchema('Project title', 200),
    category: buildListEntrySchema('Category', 60),
    supervisor: buildNameLineSchema('Supervisor', 100),
    proposalFile: buildAttachmentSchema('Proposal file'),
    groupMembers: z
      .array(memberWith(parts.member), 'A group needs at least one member.')
      .min(parts.least, formatTooFewMembers(parts.least))
      .max(parts.most, formatTooManyMembers(parts.most))
      .superRefine((members, context) => {
        for (const { index, field } of findDuplicateMembers(members)) {
          context.addIssue({
            code: 'custom',
            path: [index, field],
            message: `Member ${index + 1} has the same ${field === 'email' ? 'email' : 'roll number'} as another member.`,
          });
        }
      }),
    eligibility: parts.eligibility
      .optional()
      .describe('answers by question, stored with the group'),
  });

export const formatTooFewMembers = (least: number) =>
  `A group needs at least ${least === 1 ? 'one member' : `${least} members`}.`;

export const formatMissingOwnEmail = (email: string) =>
  `One of the members must have your email. Enter ${email} for yourself.`;

export const formatTooManyMembers = (most: number) =>
  `A group can have up to ${most === 1 ? '1 member' : `${most} members`}.`;

const AnyProposal = proposalWith({
  least: 1,
  most: maxGroupSize,
  member: {
    fathername: FatherNameOrEmpty.describe('empty if the department does not use it'),
    roll: RollNumber,
    phone: UnvalidatedPhone,
    feeProof: FeeProof.optional().describe('required if the department uses fee proofs'),
    certificate: MergedCertificates,
  },
  eligibility: EligibilityAnswers,
});
export type Proposal = z.input<typeof AnyProposal>;
export type ProposalMember = Proposal['groupMembers'][number];

const makeSchema = (rules: GroupRules, modules: Modules) =>
  proposalWith({
    least: rules.minMembers ?? 1,
    most: rules.maxMembers,
    member: {
      fathername: modules.fatherName ? FatherName : UnusedText,
      roll: buildRollSchema(rules),
      phone: buildPhoneSchema(rules),
      feeProof: modules.feeProof ? FeeProof : UnusedFile,
      certificate: modules.certificates ? MergedCertificates : UnusedFile,
    },
    eligibility: buildEligibilitySchema(rules),
  });

type ProposalSchema = ReturnType<typeof makeSchema>;
const schemas = new WeakMap<GroupRules, WeakMap<Modules, ProposalSchema>>();

/** Returns the schema of proposals under the department's rules and modules. Caches one schema per pair of objects. */
export function getProposalSchema(rules: GroupRules, modules: Modules): ProposalSchema {
  const ofRules = schemas.get(rules) ?? new WeakMap<Modules, ProposalSchema>();
  const schema = ofRules.get(modules) ?? makeSchema(rules, modules);
  schemas.set(rules, ofRules.set(modules, schema));
  return schema;
}

export const submitProposal = endpoint({
  method: 'POST',
  path: '/api/auth/creategroup',
  summary: 'Submit a proposal; the caller must be one of the members',
  access: ['student'],
  audit: ['group-proposed'],
  query: CohortQuery,
  body: AnyProposal,
  files: {
    proposalFile: 'proposal',
    'groupMembers[*][feeProof]': 'feeProof',
    'groupMembers[*][certificate]': 'certificate',
  },
  times: maxGroupSize,
  status: 201,
  reply: z.object({ message: z.string(), groupId: z.string(), fypGroupName: z.string() }),
  problems: [
    'stale-version',
    'not-found',
    'unconfirmed',
    'already-in-group',
    'cohort-closed',
    'too-large',
    'wrong-kind-of-file',
    'storage-full',
  ],
});

const ProposalChoice = z.object({ value: z.string(), label: z.string() });
export type ProposalChoice = z.infer<typeof ProposalChoice>;

export const findChoices = endpoint({
  method: 'GET',
  path: '/api/auth/choices',
  summary: 'List the choices of programs, categories and supervisors, and the size limits in bytes',
  access: ['admin', 'faculty', 'student'],
  query: CohortQuery,
  reply: z.object({
    cohort: CohortCode.describe('cohort of these choices; send it back with the proposal'),
    programs: z.array(ProposalChoice),
    categories: z.array(ProposalChoice),
    supervisors: z.array(ProposalChoice),
    examiners: z.array(ProposalChoice).describe('for admins: the faculty accounts’ names'),
    staff: z
      .array(z.object({ _id: z.string(), name: z.string(), email: z.string() }))
      .describe('for admins: the faculty accounts, of which several may share a name'),
    sizeLimits: z.record(z.string(), z.int()).describe('in bytes, by kind of file'),
    rules: GroupRules.describe('requirements for groups'),
  }),
  problems: ['not-found'],
});
