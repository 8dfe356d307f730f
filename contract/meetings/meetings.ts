import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { maxGroupSize } from '#contract/rules/group-rules.ts';
import { attendanceStates, meetingActions } from '#contract/rules/meetings.ts';
import { buildLineSchema, buildParagraphSchema, Id } from '#contract/values/text.ts';

export const maxSteps = 20;
const maxMeetingMinutes = 600;
const noDuration = `Enter a duration from 1 to ${maxMeetingMinutes} minutes.`;
const noDate = 'Choose a date such as 22 May 2027.';

const Side = z.enum(['group', 'supervisor']);
const AttendanceState = z.enum(attendanceStates, 'Choose the attendance of each member.');

export const StepInput = z.object({
  _id: Id.optional().describe('of a step that the meeting already has, which stays done if it is'),
  text: buildLineSchema('The step', 300),
  ownerId: Id.nullable().describe('_id of a member; null: the supervisor'),
  due: z.iso.date(noDate).regex(/^2/, noDate),
});

export const MeetingInput = z.object({
  heldAt: z.iso.datetime('Choose a date and time.').describe('in UTC; not in the future'),
  minutes: z.int(noDuration).min(1, noDuration).max(maxMeetingMinutes, noDuration),
  attendance: z
    .array(z.object({ memberId: Id, state: AttendanceState }))
    .max(maxGroupSize)
    .describe('of each member of the group'),
  decisions: buildParagraphSchema('The decisions', 4000),
  steps: z.array(StepInput).max(maxSteps, `A meeting can have up to ${maxSteps} next steps.`),
});
export type MeetingInput = z.output<typeof MeetingInput>;

const Attendance = z.object({ memberId: z.string(), name: z.string(), state: AttendanceState });

const Step = z.object({
  _id: z.string().describe('empty for a step that a proposed correction adds'),
  text: z.string(),
  ownerId: z.string().nullable().describe('_id of a member; null: the supervisor'),
  owner: z.string().describe('name'),
  due: z.string().describe('YYYY-MM-DD'),
  doneAt: z.iso.datetime().nullable(),
  doneBy: z.string().nullable(),
  mayTick: z.boolean(),
});
export type MeetingStep = z.infer<typeof Step>;

/** Content of a meeting or of a proposed correction. */
export const MeetingContent = z.object({
  heldAt: z.iso.datetime(),
  minutes: z.int(),
  attendance: z.array(Attendance),
  decisions: z.string(),
  steps: z.array(Step),
});
export type MeetingContent = z.infer<typeof MeetingContent>;

export const Meeting = MeetingContent.extend({
  _id: z.string(),
  writtenBy: z.string(),
  writtenAt: z.iso.datetime(),
  side: Side.describe('side of the writer; the other side confirms'),
  confirmedBy: z.string().nullable().describe('null: not confirmed yet'),
  confirmedAt: z.iso.datetime().nullable(),
  correction: z
    .object({
      content: MeetingContent,
      proposedBy: z.string(),
      proposedAt: z.iso.datetime(),
      side: Side,
    })
    .nullable()
    .describe('proposed and not confirmed yet'),
  officeCorrection: z
    .object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })
    .nullable()
    .describe('the last correction by an admin'),
  revision: z.int().describe('increases with every change; send it back with the next one'),
  actions: z.array(z.enum(meetingActions)).describe('what the caller may do'),
});
export type Meeting = z.infer<typeof Meeting>;

/** All meetings of a group, the newest first. */
export const MeetingLog = z.object({
  meetings: z.array(Meeting),
  confirmed: z.int().describe('number of confirmed meetings'),
  minimum: z.int().describe('confirmed meetings that a viva requires; 0: none'),
  attendance: z
    .array(z.object({ memberId: z.string(), name: z.string(), summary: z.string() }))
    .describe('of each member in the confirmed meetings'),
  supervisor: z.string().describe('name'),
  mayRecord: z.boolean(),
});
export type MeetingLog = z.infer<typeof MeetingLog>;

const everybody = ['admin', 'faculty', 'student'] as const;
const sides = ['faculty', 'student'] as const;
const ofGroup = z.object({ groupId: Id });
const ofMeeting = z.object({ meetingId: Id });
const Revision = z.coerce.number().int().min(1).max(1_000_000).describe('as read');
const problems = ['not-found', 'cohort-closed'] as const;
const Saved = z.object({ message: z.string(), meeting: Meeting });

export const listMeetings = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/meetings',
  summary: 'List a group’s meetings, the newest first, for its members, its supervisor and admins',
  access: everybody,
  params: ofGroup,
  reply: MeetingLog,
  problems: ['not-found'],
});

export const addMeeting = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/meetings',
  summary: 'Record a meeting, which the other side confirms',
  access: sides,
  audit: ['meeting-recorded'],
  params: ofGroup,
  body: MeetingInput,
  status: 201,
  reply: Saved,
  problems: [...problems, 'unconfirmed'],
});

export const changeMeeting = endpoint({
  method: 'PUT',
  path: '/api/meetings/:meetingId',
  summary: 'Change a meeting that the caller has recorded and that is not confirmed',
  access: sides,
  audit: ['meeting-changed'],
  params: ofMeeting,
  body: MeetingInput.extend({ revision: Revision }),
  reply: Saved,
  problems: [...problems, 'stale-version'],
});

export const withdrawMeeting = endpoint({
  method: 'DELETE',
  path: '/api/meetings/:meetingId',
  summary: 'Withdraw a meeting that the caller has recorded and that is not confirmed',
  access: sides,
  audit: ['meeting-withdrawn'],
  params: ofMeeting,
  query: z.object({ revision: Revision }),
  reply: z.object({ message: z.string() }),
  problems: [...problems, 'stale-version'],
});

export const confirmMeeting = endpoint({
  method: 'POST',
  path: '/api/meetings/:meetingId/confirmation',
  summary:
    'Confirm a meeting of the other side, or the correction that the other side has proposed',
  access: sides,
  audit: ['meeting-confirmed'],
  params: ofMeeting,
  body: z.object({ revision: Revision }),
  reply: Saved,
  problems: [...problems, 'stale-version'],
});

export const proposeCorrection = endpoint({
  method: 'PUT',
  path: '/api/meetings/:meetingId/correction',
  summary: 'Propose a correction of a meeting, which the other side confirms',
  access: sides,
  audit: ['meeting-correction-proposed'],
  params: ofMeeting,
  body: MeetingInput.extend({ revision: Revision }),
  reply: Saved,
  problems: [...problems, 'stale-version'],
});

export const dropCorrection = endpoint({
  method: 'DELETE',
  path: '/api/meetings/:meetingId/correction',
  summary: 'Withdraw the caller’s proposed correction, or decline that of the other side',
  access: sides,
  audit: ['meeting-correction-dropped'],
  params: ofMeeting,
  query: z.object({ revision: Revision }),
  reply: Saved,
  problems: [...problems, 'stale-version'],
});

export const correctMeeting = endpoint({
  method: 'POST',
  path: '/api/meetings/:meetingId/office-correction',
  summary: 'Correct a meeting as an admin, with a reason that both sides see',
  access: ['admin'],
  audit: ['meeting-corrected'],
  params: ofMeeting,
  body: MeetingInput.extend({
    revision: Revision,
    reason: buildParagraphSchema('The reason', 500).min(1, 'Enter a reason.'),
  }),
  reply: Saved,
  problems: [...problems, 'stale-version'],
});

export const tickStep = endpoint({
  method: 'PUT',
  path: '/api/meeting-steps/:stepId',
  summary: 'Mark a next step as done or open, as its owner or the supervisor',
  access: sides,
  audit: 'nothing: the meeting log shows who marked the step as done, and when',
  params: z.object({ stepId: Id }),
  body: z.object({ isDone: z.boolean('State whether it is done.') }),
  reply: Saved,
  problems,
});

export const exportMeetingLog = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/meetings/log',
  summary: 'Export the meeting log of a group as a PDF to sign',
  access: everybody,
  audit: ['list-exported'],
  params: ofGroup,
  reply: z.unknown(),
  problems: ['not-found'],
});

export const exportMeetings = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/meetings/export',
  summary: 'Export the meetings of a group as a spreadsheet',
  access: everybody,
  audit: ['list-exported'],
  params: ofGroup,
  query: z.object({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});
