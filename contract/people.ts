import { z } from 'zod';
import { DocumentInfo } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { FullMember } from './groups.ts';
import { RollNumber } from './rules/roll.ts';
import { FatherNameOrEmpty } from './students/proposals.ts';
import { UnvalidatedPhone } from './values/phone.ts';
import {
  buildLineSchema,
  buildNameLineSchema,
  buildParagraphSchema,
  Email,
  Id,
} from './values/text.ts';

/** Changes of the people of a group, in the order in which the dialog offers them. */
export const peopleChangeKinds = [
  'leave',
  'return',
  'join',
  'move',
  'supervisor',
  'merge',
  'dissolve',
] as const;
export type PeopleChangeKind = (typeof peopleChangeKinds)[number];

const memberId = Id.describe('by _id');
const toGroup = buildLineSchema('The other group', 60).describe('name of a group');
const copyMarks = z
  .array(buildLineSchema('Milestone', 40))
  .max(60)
  .default([])
  .describe('milestones whose marks and feedback are copied to the other group; default: none');

const NewMember = z.object({
  name: buildNameLineSchema('Full name', 100),
  fathername: FatherNameOrEmpty.describe('empty if the department does not use it'),
  roll: RollNumber,
  email: Email,
  phone: UnvalidatedPhone,
});
export type NewMember = z.output<typeof NewMember>;

const PeopleChange = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('leave'), memberId }),
    z.object({ kind: z.literal('return'), memberId }),
    z.object({ kind: z.literal('join'), member: NewMember }),
    z.object({ kind: z.literal('move'), memberId, toGroup, copyMarks }),
    z.object({
      kind: z.literal('supervisor'),
      supervisor: buildNameLineSchema('Supervisor', 100),
      supervisorId: Id.optional().describe('chooses among accounts with the same name'),
    }),
    z.object({ kind: z.literal('merge'), toGroup, copyMarks }),
    z.object({ kind: z.literal('dissolve') }),
  ],
  'Choose what changes.',
);
export type PeopleChange = z.output<typeof PeopleChange>;
export type PeopleChangeInput = z.input<typeof PeopleChange>;

export const ChangeDate = z.iso.date('Enter a calendar date such as 12 March 2027.');
export const ChangeReason = buildParagraphSchema('Reason', 500).min(1, 'Reason is required.');

const PeopleChangeRequest = z.object({
  change: PeopleChange,
  on: ChangeDate.describe('date of the change, today or earlier'),
  reason: ChangeReason.describe('shown to staff only'),
});

/** Areas that a change affects. The preview has one sentence for each, and for marks one for each member. */
export const consequenceAreas = ['marks', 'files', 'rights', 'reminders'] as const;
export type ConsequenceArea = (typeof consequenceAreas)[number];

export const Consequence = z.object({ about: z.enum(consequenceAreas), text: z.string() });
export type Consequence = z.infer<typeof Consequence>;

const params = z.object({ groupId: Id });
const problems = ['not-found', 'stale-version', 'already-in-group', 'cohort-closed'] as const;

export const previewPeopleChange = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/people-changes/preview',
  summary: 'Preview what a change of the people of a group causes; saves and sends nothing',
  access: ['admin'],
  audit: 'nothing: all of it is taken back',
  params,
  body: PeopleChangeRequest,
  reply: z.object({
    summary: z.string().describe('the change in one sentence'),
    consequences: z.array(Consequence),
    recipients: z.array(z.string()).describe('email addresses that get an email'),
    versions: z.record(z.string(), z.int()).describe('of each affected group, by id'),
  }),
  problems,
});

export const changePeople = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/people-changes',
  summary: 'Change the people of a group, notify everybody concerned; can be undone for a day',
  access: ['admin'],
  audit: ['people-changed', 'marks-saved'],
  params,
  body: PeopleChangeRequest.extend({
    versions: z
      .record(Id, z.int())
      .optional()
      .describe('as previewed; the change is refused if a group has changed since'),
  }),
  reply: z.object({ message: z.string() }),
  problems,
});

/** Hours in which a change can be undone. */
export const undoHours = 24;

export const RecentPeopleChange = z.object({
  _id: z.string(),
  summary: z.string(),
  reason: z.string(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  undoableUntil: z.iso.datetime(),
});
export type RecentPeopleChange = z.infer<typeof RecentPeopleChange>;

export const listPeopleChanges = endpoint({
  method: 'GET',
  path: '/api/people-changes',
  summary: 'List the changes of people that can still be undone, newest first',
  access: ['admin'],
  query: z.object({ group: Id.optional().describe('only those of this group') }),
  reply: z.object({ changes: z.array(RecentPeopleChange) }),
  problems: [],
});

export const undoPeopleChange = endpoint({
  method: 'POST',
  path: '/api/people-changes/:changeId/undo',
  summary: 'Undo a change of people within a day, unless something has changed since',
  access: ['admin'],
  audit: ['people-change-undone'],
  params: z.object({ changeId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'stale-version', 'already-in-group', 'name-taken', 'cohort-closed'],
});

export const FormerMembership = z.object({
  fypGroupName: z.string(),
  cohortId: z.string().nullable().describe('cohort whose marking scheme applies to the marks'),
  leftOn: z.iso.date(),
  member: FullMember.describe('with the caller’s own marks'),
  documents: z.array(DocumentInfo).describe('the caller’s own files'),
});
export type FormerMembership = z.infer<typeof FormerMembership>;

export const listFormerMemberships = endpoint({
  method: 'GET',
  path: '/api/former-memberships',
  summary: 'List the groups that the student has left, with their own marks, feedback and files',
  access: ['student'],
  reply: z.object({ memberships: z.array(FormerMembership) }),
  problems: ['unconfirmed'],
});
