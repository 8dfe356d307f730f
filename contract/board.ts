import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './exports/sheets.ts';
import { boardStates, countedStates } from './rules/board-states.ts';
import { DeadlineId } from './rules/deadlines.ts';
import { DocumentKind } from './rules/kinds.ts';
import { SubmissionState } from './rules/submissions.ts';
import { CohortCode } from './settings/cohorts.ts';
import {
  buildLineSchema,
  buildListEntrySchema,
  buildParagraphSchema,
  Id,
  ListQuery,
  PositiveInteger,
} from './values/text.ts';

/** Filters of the board of groups. Faculty members see only groups that they supervise or examine. */
export const BoardFilter = z.object({
  q: ListQuery.shape.q.describe('search terms in name, title, members or supervisor'),
  program: buildListEntrySchema('Program', 40).optional(),
  category: buildListEntrySchema('Category', 60).optional(),
  supervisor: Id.optional().describe('an account'),
  state: z
    .enum(boardStates, 'Unknown state of a deadline.')
    .optional()
    .describe(
      'state of at least one of their deadlines; due-week: files are due within seven days; waiting: the caller has to decide a request or check a file',
    ),
  deadline: DeadlineId.optional().describe(
    'matches by state only; an unknown one matches no group',
  ),
  meetings: z
    .enum(['quiet'], 'Unknown state of meetings.')
    .optional()
    .describe('quiet: no meeting for the number of days in the cohort’s setting'),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

export const DeadlineCell = z.object({
  state: SubmissionState,
  due: z.iso.datetime().optional().describe('only if it differs from the deadline’s date'),
  lateMs: z.int().optional().describe('omitted if in time'),
  missing: z.array(DocumentKind).optional().describe('omitted if nothing is missing'),
  newcomers: z.int().optional().describe('members who joined late and owe files; omitted if 0'),
  hasOverdueNewcomers: z
    .literal(true)
    .optional()
    .describe('one of them has missed a date of their own'),
  hasNewcomersDueThisWeek: z
    .literal(true)
    .optional()
    .describe('one of them owes files by a date of their own within seven days'),
});
export type DeadlineCell = z.infer<typeof DeadlineCell>;

export const MilestoneCell = z.object({
  marked: z.int().describe('number of members with marks'),
  marks: z.array(z.number().nullable()).optional().describe('with `marks`: in the members’ order'),
});
export type MilestoneCell = z.infer<typeof MilestoneCell>;

export const MeetingCell = z.object({
  lastDay: z.string().nullable().describe('YYYY-MM-DD in the department’s time zone'),
  isQuiet: z.boolean().describe('no meeting for the number of days in the cohort’s setting'),
});
export type MeetingCell = z.infer<typeof MeetingCell>;

export const BoardDeadline = z.object({
  _id: z.string(),
  title: z.string(),
  due: z.iso.datetime(),
  documents: z.array(DocumentKind).describe('empty for an event'),
});
export type BoardDeadline = z.infer<typeof BoardDeadline>;

export const BoardMilestone = z.object({
  key: z.string(),
  title: z.string(),
  part: z.string(),
  total: z.number(),
});
export type BoardMilestone = z.infer<typeof BoardMilestone>;

export const BoardRow = z.object({
  _id: z.string(),
  fypGroupName: z.string(),
  fypTitle: z.string(),
  program: z.string(),
  fypCategory: z.string(),
  supervisor: z.string(),
  supervisorId: z.string().nullable(),
  version: z.int(),
  email: z.string().describe('email of the first member, to open the group'),
  members: z.array(z.string()).describe('names'),
  former: z
    .array(z.string())
    .optional()
    .describe(
      'former members, such as “Ali Khan (until 12 March 2027)”; omitted if nobody has left',
    ),
  deadlines: z
    .array(DeadlineCell.nullable())
    .describe('in the columns’ order; null: not for its program'),
  milestones: z.array(MilestoneCell).describe('in the columns’ order'),
  certificates: z.int().describe('number of members with complete certificates'),
  meetings: MeetingCell.nullable().describe(
    'null for examiners, and if no meeting of the cohort was recorded',
  ),
  isWaiting: z
    .boolean()
    .optional()
    .describe('true if the caller has to decide a request or check a file, otherwise omitted'),
});
export type BoardRow = z.infer<typeof BoardRow>;

const access = ['admin', 'faculty'] as const;

/** Maximum number of groups on a page of the board, and in a request for selected groups. */
export const maxBoardRows = 2000;

export const findBoard = endpoint({
  method: 'GET',
  path: '/api/board',
  summary:
    'Get the state of each of the caller’s groups for each deadline and milestone of a cohort',
  access,
  query: BoardFilter.extend({
    cohort: CohortCode.optional().describe('default: the current cohort'),
    marks: z.literal('true').optional().describe('with each member’s marks'),
    page: ListQuery.shape.page,
    limit: PositiveInteger.max(
      maxBoardRows,
      `A page of the board has at most ${maxBoardRows} groups.`,
    ).default(maxBoardRows),
  }),
  reply: z.object({
    cohort: CohortCode.describe('id of the cohort; required to export rows'),
    groups: z.int().describe('number of the caller’s groups in the cohort'),
    total: z.int().describe('number of groups that match the filter'),
    deadlines: z.array(BoardDeadline),
    milestones: z.array(BoardMilestone),
    hasMeetings: z
      .boolean()
      .describe('true if a meeting of the cohort was recorded and the caller may read some'),
    rows: z.array(BoardRow).describe('a page of these groups, by program and number'),
  }),
  problems: ['not-found'],
});

export const countBoard = endpoint({
  method: 'GET',
  path: '/api/board/counts',
  summary: 'Count the caller’s groups that match the filter in the states to act on',
  access,
  query: BoardFilter.omit({ state: true }).extend({
    cohort: CohortCode.optional().describe('default: the current cohort'),
  }),
  reply: z.object({ counts: z.record(z.enum(countedStates), z.int()) }),
  problems: ['not-found'],
});

const GroupIds = z.array(Id).min(1, 'Choose at least one group.').max(maxBoardRows);

export const exportBoard = endpoint({
  method: 'POST',
  path: '/api/board/export',
  summary:
    'Export rows of the board as a spreadsheet in the requested order and with the requested columns',
  access,
  audit: ['list-exported'],
  body: z.object({
    cohort: CohortCode.optional(),
    groupIds: GroupIds,
    columns: z
      .array(z.string().regex(/^[\w:-]{1,80}$/, 'Unknown column.'))
      .max(100)
      .describe('such as `deadline:thesis` and `milestone:month1`'),
    marks: z.boolean(),
    format: SheetFormat,
  }),
  maxText: 256 * 1024,
  reply: z.unknown(),
  problems: ['not-found'],
});

/** A group for which a reminder was requested, with the recipients or the reason why the group is skipped. */
export const RemindedGroup = z.object({
  groupId: z.string(),
  fypGroupName: z.string(),
  due: z.iso.datetime(),
  missing: z.array(DocumentKind),
  recipients: z.array(z.object({ name: z.string(), email: z.string() })),
  skipped: z
    .enum(['nothing-missing', 'excused', 'before-group', 'too-often', 'other-program'])
    .nullable()
    .describe('null if they are emailed'),
  remindedAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'last reminder about this deadline from the board; null: none, or nothing to remind of',
    ),
});
export type RemindedGroup = z.infer<typeof RemindedGroup>;

export const sendReminders = endpoint({
  method: 'POST',
  path: '/api/board/reminders',
  summary:
    'Email a reminder of missing files to the members of selected groups; a dry run lists the recipients and composes one email',
  access,
  audit: ['reminder-sent'],
  body: z.object({
    groupIds: GroupIds,
    deadlineId: DeadlineId,
    text: buildParagraphSchema('The text', 2000).default('').describe('text of the email'),
    dryRun: z.boolean(),
  }),
  maxText: 256 * 1024,
  reply: z.object({
    message: z.string(),
    isSent: z.boolean(),
    groups: z.array(RemindedGroup),
    preview: z
      .object({ recipient: z.string(), subject: z.string(), text: z.string(), html: z.string() })
      .nullable()
      .describe(
        'email to the first recipient; null if there is none, and once the emails are queued',
      ),
  }),
  problems: ['not-found', 'cohort-closed'],
});

export const maxBoardViews = 30;

export const BoardView = z.object({ _id: z.string(), name: z.string(), search: z.string() });
export type BoardView = z.infer<typeof BoardView>;

export const BoardViewName = buildLineSchema('The name of the view', 60);

export const listViews = endpoint({
  method: 'GET',
  path: '/api/board/views',
  summary: 'List the caller’s saved views of the board by name',
  access,
  reply: z.object({ views: z.array(BoardView) }),
  problems: [],
});

export const saveView = endpoint({
  method: 'POST',
  path: '/api/board/views',
  summary: 'Save a view of the board by name, replacing any view of that name',
  access,
  audit: 'nothing: of no concern to anybody else',
  body: z.object({
    name: BoardViewName,
    search: z
      .string('A view must be a query string.')
      .max(2000, 'This view is too long to be saved.')
      .regex(/^[\w%&=.,:+~*-]*$/, 'A view must be a query string.'),
  }),
  reply: z.object({ message: z.string(), view: BoardView }),
  problems: [],
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/board/views/:viewId',
  summary: 'Delete a saved view of the caller',
  access,
  audit: 'nothing: of no concern to anybody else',
  params: z.object({ viewId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
