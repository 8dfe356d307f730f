import { z } from 'zod';
import { buildAttachmentSchema, DocumentKind } from '#contract/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { buildEligibilitySchema, EligibilityAnswers } from '#contract/rules/eligibility.ts';
import { GroupRules, maxGroupSize } from '#contract/rules/group-rules.ts';
import { buildRollSchema, RollNumber, toRollKey } from '#contract/rules/roll.ts';
import { CohortCode, CohortQuery } from '#contract/settings/cohorts.ts';
import { buildPhoneSchema, UnvalidatedPhone } from '#contract/values/phone.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildNameLineSchema,
  Email,
} from '#contract/values/text.ts';

type TextSchema = z.ZodType<string, string>;

const memberWith = (roll: TextSchema, phone: TextSchema) =>
  z.object({
    name: buildNameLineSchema('Full name', 100),
    fathername: buildNameLineSchema('Father name', 100),
    roll,
    email: Email,
    phone,
    feeProof: buildAttachmentSchema('Fee proof'),
    certificate: buildAttachmentSchema('Certificates').optional(),
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
  most: number;
  roll: TextSchema;
  phone: TextSchema;
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
      .array(memberWith(parts.roll, parts.phone), 'A group has at least one member.')
      .min(1, 'A group has at least one member.')
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

export const formatTooManyMembers = (most: number) =>
  `A group has at most ${most === 1 ? '1 member' : `${most} members`}.`;

const AnyProposal = proposalWith({
  most: maxGroupSize,
  roll: RollNumber,
  phone: UnvalidatedPhone,
  eligibility: EligibilityAnswers,
});
export type Proposal = z.input<typeof AnyProposal>;
export type ProposalMember = Proposal['groupMembers'][number];

const schemas = new WeakMap<GroupRules, ReturnType<typeof makeSchema>>();
const makeSchema = (rules: GroupRules) =>
  proposalWith({
    most: rules.maxMembers,
    roll: buildRollSchema(rules),
    phone: buildPhoneSchema(rules),
    eligibility: buildEligibilitySchema(rules),
  });

/** Returns the schema of proposals under the department's rules. Caches one schema per rules object. */
export function getProposalSchema(rules: GroupRules) {
  const schema = schemas.get(rules) ?? makeSchema(rules);
  schemas.set(rules, schema);
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
    sizeLimits: z.record(DocumentKind, z.int()),
    rules: GroupRules.describe('requirements for groups'),
  }),
  problems: ['not-found'],
});
