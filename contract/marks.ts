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

/** One member's milestones to change; a key that is no milestone is refused. */
export const MemberMarks = z.strictObject(
  perMilestone((milestone) => cellOf(milestone).optional()),
);
export type MemberMarks = z.infer<typeof MemberMarks>;

export const saveMarks = endpoint({
  method: 'POST',
  path: '/api/auth/save-teacher-marks',
  summary: 'Save marks and feedback of one tab, and on External Viva the viva’s record',
  access: ['admin', 'faculty'],
  audit: ['marks-saved', 'viva-saved'],
  body: z.object({
    semester: Semester,
    groupId: z.uuid('Please select a group').toLowerCase(),
    marks: z.record(Id, MemberMarks).default({}).describe('by member _id, then by milestone'),
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
  summary: 'Queue a letter for every member to whom something changed since his last letter',
  access: ['admin', 'faculty'],
  audit: ['letters-requested'],
  params: z.object({ groupId: Id }),
  reply: z.object({ message: z.string(), queued: z.int() }),
  problems: ['not-found'],
});
