import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FullGroup, VivaDate, VivaStatus } from './groups.ts';
import { type Milestone, marksFor, perMilestone, Semester } from './milestones.ts';
import { Id, paragraph } from './text.ts';

const Revision = z.int32().min(0);
const Feedback = paragraph('Feedback', 2000).nullable();

/** What may be said of one milestone of one member; what is left out stays as it is, null clears. */
const cellOf = (milestone: Milestone) =>
  z.object({
    marks: marksFor(milestone).optional(),
    feedback: Feedback.optional(),
    revision: Revision.optional().describe(
      'as it was read; without it the save is the last word (decisions)',
    ),
  });

/** One member's milestones to change, null like one left out; a key that is no milestone is refused. */
export const MemberMarks = z.strictObject(perMilestone((milestone) => cellOf(milestone).nullish()));
export type MemberMarks = z.infer<typeof MemberMarks>;

export const saveMarks = endpoint({
  method: 'POST',
  path: '/api/auth/save-teacher-marks',
  summary:
    'Save marks and feedback of one tab, and on External Viva the viva’s record; what is sent along of other tabs and changes nothing is ignored',
  access: ['admin', 'faculty'],
  audit: ['marks-saved', 'viva-saved'],
  // Feedback of 2000 characters for every milestone of three members, each perhaps escaped.
  maxText: 1024 * 1024,
  body: z.object({
    semester: Semester,
    groupId: z.uuid('Please select a group').toLowerCase(),
    marks: z
      .record(Id, MemberMarks)
      .nullish()
      .describe('by member _id, then by milestone; those of other tabs may be sent along'),
    vivaDate: VivaDate.optional(),
    vivaStatus: VivaStatus.optional(),
    vivaFeedback: Feedback.optional(),
    vivaRevision: Revision.optional(),
  }),
  reply: z.object({
    message: z.string(),
    changed: z.int().describe('how many cells, the viva’s record counting as one'),
    group: FullGroup,
  }),
  problems: ['not-found', 'mark-changed'],
});

export const mailGroup = endpoint({
  method: 'POST',
  path: '/api/auth/send-group-emails/:groupId',
  summary:
    'Queue an email to every member to whom something changed since their last one; with `again` to these members too, though nothing changed',
  access: ['admin', 'faculty'],
  audit: ['letters-requested'],
  params: z.object({ groupId: Id }),
  body: z
    .object({
      again: z
        .array(Id)
        .max(3, 'A group has at most 3 members.')
        .optional()
        .describe('members, by _id'),
      semester: Semester.optional().describe('whose marks they get again; all when left out'),
    })
    .nullish(),
  reply: z.object({
    message: z.string(),
    queued: z.int(),
    emailIds: z.array(z.string()).describe('what to watch in the group’s emails'),
  }),
  problems: ['not-found'],
});

/** An email about marks, as whoever may see the group watches it: never what it says. */
export const GroupEmail = z.object({
  _id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'refused']),
  reason: z.string().nullable().describe('why it was refused, in the mail server’s words'),
  queuedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  refusedAt: z.iso.datetime().nullable(),
});
export type GroupEmail = z.infer<typeof GroupEmail>;

export const groupEmailLimit = 30;

export const listGroupEmails = endpoint({
  method: 'GET',
  path: '/api/auth/emails/group/:groupId',
  summary: 'What became of the newest emails about a group’s marks',
  access: ['admin', 'faculty'],
  params: z.object({ groupId: Id }),
  reply: z.object({
    emails: z.array(GroupEmail).describe(`the newest ${groupEmailLimit}, newest first`),
    lastSent: z.array(z.object({ memberId: z.string(), at: z.iso.datetime() })),
  }),
  problems: ['not-found'],
});
