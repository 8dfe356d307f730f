import { z } from 'zod';
import { CohortQuery } from './cohorts.ts';
import { endpoint } from './endpoint.ts';
import { Feedback, FullGroup, VivaDate, VivaStatus } from './groups.ts';
import { atMost } from './proposals.ts';
import { largestGroup } from './rules/group-rules.ts';
import { marksFor } from './rules/marks-for.ts';
import { milestonesOf, type Scheme } from './rules/scheme.ts';
import { Id, keyText, ListQuery, listed } from './values/text.ts';

const Revision = z.int32().min(0);

/** What may be said of one milestone of one member; what is left out stays as it is, null clears. */
const cellOf = <Marks extends z.ZodType>(marks: Marks) =>
  z.object({
    marks: marks.optional(),
    feedback: Feedback.nullable().optional(),
    revision: Revision.optional().describe(
      'as it was read; without it the save is the last word (decisions)',
    ),
    total: z
      .number()
      .optional()
      .describe('the milestone’s total as the marker saw it; another one is refused'),
  });

/** One member's cells as they are sent: what they are held against is known once the group's scheme is. */
const AnyMemberMarks = z.record(
  keyText,
  cellOf(z.unknown().describe('0 to the milestone’s total, null for none')).nullish(),
);

type Cell = z.output<ReturnType<typeof cellOf<ReturnType<typeof marksFor>>>>;
export type MemberMarks = Record<string, Cell | null | undefined>;

const schemas = new WeakMap<Scheme, z.ZodType<MemberMarks>>();

/** One member's milestones to change, null like one left out; a key that is no milestone is refused. */
export function memberMarksOf(scheme: Scheme): z.ZodType<MemberMarks> {
  const known = schemas.get(scheme);
  if (known) return known;
  const cells = milestonesOf(scheme).map(
    (milestone) => [milestone.key, cellOf(marksFor(milestone)).nullish()] as const,
  );
  const schema = z.strictObject(Object.fromEntries(cells));
  schemas.set(scheme, schema);
  return schema;
}

/** One member's cells as they were sent, and the path to them in the request. */
export type SentMarks = {
  memberId: string;
  path: string;
  entries: Readonly<Record<string, unknown>>;
};

/** What was sent, held against the scheme: the cells that may be written, and each error by its field. */
export function readMarks(scheme: Scheme, sent: readonly SentMarks[]) {
  const schema = memberMarksOf(scheme);
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

/** The name of a tab; which there are the group's scheme says. */
const Semester = listed('The tab of the marks', 60);

/** A group as one chooses it to be marked, before it is opened. */
export const GroupToMark = z.object({
  _id: z.string(),
  fypGroupName: z.string(),
  fypTitle: z.string(),
  members: z.array(z.object({ name: z.string(), roll: z.string() })),
  marked: z.array(z.int()).describe('how many marks are given, for each part of the scheme'),
});
export type GroupToMark = z.infer<typeof GroupToMark>;

export const listGroupsToMark = endpoint({
  method: 'GET',
  path: '/api/marks/groups',
  summary: 'The groups of a cohort by name, a page of them, with how much of each is marked',
  access: ['admin'],
  query: CohortQuery.extend({
    q: ListQuery.shape.q,
    page: ListQuery.shape.page,
    limit: ListQuery.shape.limit.unwrap().default(200),
  }),
  reply: z.object({ groups: z.array(GroupToMark), total: z.int() }),
  problems: ['not-found'],
});

export const getGroupsBeside = endpoint({
  method: 'GET',
  path: '/api/marks/groups/:groupId/beside',
  summary: 'The groups before and after one in that list; the last and the first are side by side',
  access: ['admin'],
  params: z.object({ groupId: Id }),
  reply: z.object({ previous: z.string(), next: z.string() }),
  problems: ['not-found'],
});

const MarksToSave = z.object({
  semester: Semester,
  groupId: z.uuid('Please select a group').toLowerCase(),
  marks: z
    .record(Id, AnyMemberMarks)
    .nullish()
    .describe('by member _id, then by milestone; those of other tabs may be sent along'),
  vivaDate: VivaDate.optional(),
  vivaStatus: VivaStatus.optional(),
  vivaFeedback: Feedback.nullable().optional(),
  vivaRevision: Revision.optional(),
});

export const saveMarks = endpoint({
  method: 'POST',
  path: '/api/auth/save-teacher-marks',
  summary:
    'Save marks and feedback of one tab, and on External Viva the viva’s record; what is sent along of other tabs and changes nothing is ignored',
  access: ['admin', 'faculty'],
  audit: ['marks-saved', 'viva-saved'],
  // Feedback of 2000 characters for every milestone of each member, each perhaps escaped.
  maxText: 1024 * 1024,
  body: MarksToSave,
  reply: z.object({
    message: z.string(),
    changed: z.int().describe('how many cells, the viva’s record counting as one'),
    group: FullGroup,
  }),
  problems: ['not-found', 'mark-changed', 'stale-version', 'cohort-closed'],
});

export const previewMarks = endpoint({
  method: 'POST',
  path: '/api/marks/preview',
  summary:
    'The emails that would follow such a save, after the same checks; nothing is saved or sent',
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
    'Queue an email to every member to whom something changed since their last one; with `again` to these members too, though nothing changed',
  access: ['admin', 'faculty'],
  audit: ['letters-requested'],
  params: z.object({ groupId: Id }),
  body: z
    .object({
      again: z
        .array(Id)
        .max(largestGroup, atMost(largestGroup))
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
  state: z.enum(['queued', 'sent', 'refused', 'withdrawn']),
  reason: z
    .string()
    .nullable()
    .describe('why it was refused, in the mail server’s words, or withdrawn, in the portal’s'),
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
