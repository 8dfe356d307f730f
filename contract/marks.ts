import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Feedback, FullGroup, VivaDate, VivaStatus } from './groups.ts';
import { maxGroupSize } from './rules/group-rules.ts';
import { buildMarksSchema } from './rules/marks-for.ts';
import { listMilestones, type MarkingScheme } from './rules/scheme.ts';
import { CohortQuery } from './settings/cohorts.ts';
import { formatTooManyMembers } from './students/proposals.ts';
import {
  buildListEntrySchema,
  buildParagraphSchema,
  Id,
  ListQuery,
  singleLinePattern,
  truncateText,
} from './values/text.ts';

const Revision = z.int32().min(0);

export const maxCorrectionReasonLength = 500;

/** Returns the schema of a change to a mark or its feedback. Omitted fields do not change, and null clears a field. */
const cellOf = <Marks extends z.ZodType>(marks: Marks, noCell: string) =>
  z.object(
    {
      marks: marks.optional(),
      feedback: Feedback.nullable().optional(),
      revision: Revision.optional().describe(
        'revision as read; without it the save overwrites other changes (decisions)',
      ),
      total: z
        .number()
        .optional()
        .describe('the milestone’s total as the marker saw it; a stale one is rejected'),
    },
    noCell,
  );

type Cell = z.output<ReturnType<typeof cellOf<ReturnType<typeof buildMarksSchema>>>>;
export type MemberMarks = Record<string, Cell | null | undefined>;

const schemas = new WeakMap<MarkingScheme, z.ZodType<MemberMarks>>();

/** Older clients send only the mark of a milestone. */
const toCell = (sent: unknown) =>
  typeof sent === 'number' || typeof sent === 'string' ? { marks: sent } : sent;

/** Returns the schema of a member's marks by milestone. Null has the same effect as omitting the milestone. */
export function getMemberMarksSchema(scheme: MarkingScheme): z.ZodType<MemberMarks> {
  const cached = schemas.get(scheme);
  if (cached) return cached;
  const cells = listMilestones(scheme).map((milestone) => {
    const cell = cellOf(
      buildMarksSchema(milestone),
      `${milestone.title}: send marks and feedback.`,
    );
    return [milestone.key, z.preprocess(toCell, cell.nullish()).optional()] as const;
  });
  const schema = z.strictObject(Object.fromEntries(cells), {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `“${truncateText(`${issue.keys[0]}`, 40)}” is not a milestone of the marking scheme.`
        : undefined,
  });
  schemas.set(scheme, schema);
  return schema;
}

export type SubmittedMarks = {
  memberId: string;
  path: string;
  entries: Readonly<Record<string, unknown>>;
};

/** Validates submitted marks against the marking scheme. Returns the valid changes, and an issue for each error. */
export function validateMarks(scheme: MarkingScheme, sent: readonly SubmittedMarks[]) {
  const schema = getMemberMarksSchema(scheme);
  const read = sent.map(({ memberId, path, entries }) => {
    const { data = {}, error } = schema.safeParse(entries);
    const cells = Object.entries(data).flatMap(([milestone, cell]) =>
      cell ? [{ ...cell, memberId, milestone }] : [],
    );
    const issues = (error?.issues ?? []).map((issue) => ({
      ...issue,
      path: [...path.split('.'), ...issue.path],
    }));
    return { cells, issues };
  });
  return {
    cells: read.flatMap(({ cells }) => cells),
    issues: read.flatMap(({ issues }) => issues),
  };
}

/** Title or number of a part of the marking scheme. The schema does not check that the part exists. */
const Semester = z
  .union([z.string(), z.number()], 'The tab of the marks is required.')
  .transform(String)
  .pipe(buildListEntrySchema('The tab of the marks', 60));

const sentKey = z.string().max(254).regex(singleLinePattern);
const SentMember: z.ZodType<object, object> = z.record(sentKey, z.unknown());

export const GroupToMark = z.object({
  _id: z.string(),
  fypGroupName: z.string(),
  fypTitle: z.string(),
  members: z.array(z.object({ name: z.string(), roll: z.string() })),
  marked: z.array(z.int()).describe('number of marks by part of the scheme'),
});
export type GroupToMark = z.infer<typeof GroupToMark>;

export const listGroupsToMark = endpoint({
  method: 'GET',
  path: '/api/marks/groups',
  summary: 'List a page of the groups of a cohort by name, with their marking progress',
  access: ['admin'],
  query: CohortQuery.extend({
    q: ListQuery.shape.q,
    page: ListQuery.shape.page,
    limit: ListQuery.shape.limit.unwrap().default(200),
  }),
  reply: z.object({ groups: z.array(GroupToMark), total: z.int() }),
  problems: ['not-found'],
});

const NamedGroup = z.object({ _id: z.string(), fypGroupName: z.string() });

export const getGroupsBeside = endpoint({
  method: 'GET',
  path: '/api/marks/groups/:groupId/beside',
  summary:
    'Get the previous and the next group of the cohort that the caller may see; the list wraps around',
  access: ['admin', 'faculty'],
  params: z.object({ groupId: Id }),
  reply: z.object({ previous: NamedGroup, next: NamedGroup }),
  problems: ['not-found'],
});

const MarksToSave = z.object({
  semester: Semester,
  groupId: z.uuid('Please select a group').toLowerCase(),
  marks: z
    .union(
      [z.record(sentKey, SentMember.nullish()), z.array(SentMember).max(maxGroupSize)],
      'Send the marks of each member by milestone: “month1”: { “marks”: 8.5, “feedback”: “…” }.',
    )
    .nullish()
    .describe(
      'by member _id, email or roll, then by milestone: { marks, feedback, revision, total } or only the mark; or an array of members; may include other tabs',
    ),
  vivaDate: VivaDate.optional(),
  vivaStatus: VivaStatus.optional(),
  vivaFeedback: Feedback.nullable().optional(),
  vivaRevision: Revision.optional(),
  correctionReason: buildParagraphSchema('The reason', maxCorrectionReasonLength)
    .nullish()
    .describe('why marks change that students know from an email; their next email contains it'),
});

export const saveMarks = endpoint({
  method: 'POST',
  path: '/api/auth/save-teacher-marks',
  summary:
    'Save marks and feedback of one tab, and on External Viva the viva’s record; unchanged values of other tabs are ignored',
  access: ['admin', 'faculty'],
  audit: ['marks-saved', 'viva-saved'],
  // Allows for 2000 escaped characters of feedback on every milestone of each member.
  maxText: 1024 * 1024,
  body: MarksToSave,
  reply: z.object({
    message: z.string(),
    changed: z.int().describe('number of saved cells; the viva’s record counts as one'),
    group: FullGroup,
  }),
  problems: ['not-found', 'mark-changed', 'stale-version', 'cohort-closed'],
});

export const previewMarks = endpoint({
  method: 'POST',
  path: '/api/marks/preview',
  summary: 'Preview the emails that saving these marks would send; saves and sends nothing',
  access: ['admin', 'faculty'],
  audit: 'nothing: all of it is taken back',
  maxText: saveMarks.maxText,
  body: MarksToSave,
  reply: z.object({
    emails: z.array(
      z.object({
        memberId: z.string(),
        memberName: z.string(),
        recipient: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
      }),
    ),
  }),
  problems: saveMarks.problems,
});

export const mailGroup = endpoint({
  method: 'POST',
  path: '/api/auth/send-group-emails/:groupId',
  summary:
    'Queue an email to each member whose marks changed since their last email, and to the members in `again` regardless',
  access: ['admin', 'faculty'],
  audit: ['letters-requested'],
  params: z.object({ groupId: Id }),
  body: z
    .object({
      again: z
        .array(Id)
        .max(maxGroupSize, formatTooManyMembers(maxGroupSize))
        .optional()
        .describe('members, by _id'),
      semester: Semester.optional().describe('part whose marks are sent again; default: all'),
    })
    .nullish(),
  reply: z.object({
    message: z.string(),
    queued: z.int(),
    emailIds: z.array(z.string()).describe('ids in the list of the group’s emails'),
  }),
  problems: ['not-found'],
});

/** Delivery state of an email about marks, without the email's content. */
export const GroupEmail = z.object({
  _id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'refused', 'withdrawn']),
  reason: z
    .string()
    .nullable()
    .describe('the mail server’s reply, or the portal’s reason for withdrawing it'),
  queuedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  refusedAt: z.iso.datetime().nullable(),
});
export type GroupEmail = z.infer<typeof GroupEmail>;

export const maxGroupEmails = 30;

export const listGroupEmails = endpoint({
  method: 'GET',
  path: '/api/auth/emails/group/:groupId',
  summary: 'List the newest emails about a group’s marks with their delivery state',
  access: ['admin', 'faculty'],
  params: z.object({ groupId: Id }),
  reply: z.object({
    emails: z.array(GroupEmail).describe(`the newest ${maxGroupEmails}, newest first`),
    lastSent: z.array(z.object({ memberId: z.string(), at: z.iso.datetime() })),
  }),
  problems: ['not-found'],
});
