import { z } from 'zod';
import { CohortCode, CohortQuery } from './cohorts.ts';
import { attachment, DocumentKind } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Eligibility, eligibilityOf } from './rules/eligibility.ts';
import { GroupRules, largestGroup } from './rules/group-rules.ts';
import { Roll, rollKey, rollOf } from './rules/roll.ts';
import { AnyPhone, phoneOf } from './values/phone.ts';
import { Email, line, listed, nameLine } from './values/text.ts';

type TextSchema = z.ZodType<string, string>;

/** Returns the schema of a member of a proposal (spec 5), with the department's schemas of roll number and phone. */
const memberWith = (roll: TextSchema, phone: TextSchema) =>
  z.object({
    name: nameLine('Full name', 100),
    fathername: nameLine('Father name', 100),
    roll,
    email: Email,
    phone,
    feeProof: attachment('Fee proof'),
    certificate: attachment('Certificates').optional(),
  });

/** Returns the index and field of each email or roll number that repeats an earlier member's. */
export function repeatedIn(members: readonly { email: string; roll: string }[]) {
  const seen = { email: new Set<string>(), roll: new Set<string>() };
  return members.flatMap(({ email, roll }, index) => {
    const keys = { email: email.toLowerCase().trim(), roll: rollKey(roll) };
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
  eligibility: z.ZodType<Eligibility, Eligibility>;
};

/** Returns the schema of the group form. The server checks program, category and supervisor against the lists. */
const proposalWith = (parts: Parts) =>
  z.object({
    program: listed('Program', 40),
    title: line('Project title', 200),
    category: listed('Category', 60),
    supervisor: nameLine('Supervisor', 100),
    proposalFile: attachment('Proposal file'),
    groupMembers: z
      .array(memberWith(parts.roll, parts.phone), 'A group has at least one member.')
      .min(1, 'A group has at least one member.')
      .max(parts.most, atMost(parts.most))
      .superRefine((members, context) => {
        for (const { index, field } of repeatedIn(members)) {
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

/** Returns the error message for too many members. */
export const atMost = (most: number) =>
  `A group has at most ${most === 1 ? '1 member' : `${most} members`}.`;

/** A proposal with the widest limits, before the department's rules apply. */
const AnyProposal = proposalWith({
  most: largestGroup,
  roll: Roll,
  phone: AnyPhone,
  eligibility: Eligibility,
});
export type Proposal = z.input<typeof AnyProposal>;
export type ProposalMember = Proposal['groupMembers'][number];

const schemas = new WeakMap<GroupRules, ReturnType<typeof makeSchema>>();
const makeSchema = (rules: GroupRules) =>
  proposalWith({
    most: rules.maxMembers,
    roll: rollOf(rules),
    phone: phoneOf(rules),
    eligibility: eligibilityOf(rules),
  });

/** Returns the cached schema of proposals under the department's rules. */
export function proposalOf(rules: GroupRules) {
  const schema = schemas.get(rules) ?? makeSchema(rules);
  schemas.set(rules, schema);
  return schema;
}

export const submitProposal = endpoint({
  method: 'POST',
  path: '/api/auth/creategroup',
  summary: 'Propose a project; the caller is one of the members',
  access: ['student'],
  audit: ['group-proposed'],
  query: CohortQuery,
  body: AnyProposal,
  files: {
    proposalFile: 'proposal',
    'groupMembers[*][feeProof]': 'feeProof',
    'groupMembers[*][certificate]': 'certificate',
  },
  times: largestGroup,
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

const Choice = z.object({ value: z.string(), label: z.string() });
export type Choice = z.infer<typeof Choice>;

/** Returns the choices of the group form and the group editor, and the size limits of uploads. */
export const findChoices = endpoint({
  method: 'GET',
  path: '/api/auth/choices',
  summary: 'The programs, categories and supervisors to choose from, and the size limits in bytes',
  access: ['admin', 'faculty', 'student'],
  query: CohortQuery,
  reply: z.object({
    cohort: CohortCode.describe('cohort of these choices; send it back with the proposal'),
    programs: z.array(Choice),
    categories: z.array(Choice),
    supervisors: z.array(Choice),
    examiners: z.array(Choice).describe('for admins: the faculty accounts’ names'),
    staff: z
      .array(z.object({ _id: z.string(), name: z.string(), email: z.string() }))
      .describe('for admins: the faculty accounts, of which several may share a name'),
    sizeLimits: z.record(DocumentKind, z.int()),
    rules: GroupRules.describe('requirements for groups'),
  }),
  problems: ['not-found'],
});
