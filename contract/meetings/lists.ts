import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { CohortCode } from '#contract/settings/cohorts.ts';
import { Id, ListQuery } from '#contract/values/text.ts';

export const meetingGroupStates = {
  unconfirmed: 'Waits for your confirmation',
  due: 'Next steps due',
  quiet: 'No recent meeting',
} as const;
export type MeetingGroupState = keyof typeof meetingGroupStates;
const stateNames = Object.keys(meetingGroupStates) as MeetingGroupState[];

const meetingGroupSorts = ['group', 'last', 'due', 'unconfirmed'] as const;

export const MeetingGroupsFilter = z.object({
  q: ListQuery.shape.q.describe('search terms in name, title or members'),
  state: z.enum(stateNames, 'Unknown state of meetings.').optional(),
  sort: z.enum(meetingGroupSorts, 'The list cannot be sorted by this column.').default('group'),
  descending: z.literal('true').optional(),
  cohort: CohortCode.optional().describe('default: the current cohort'),
});
export type MeetingGroupsFilter = z.output<typeof MeetingGroupsFilter>;

export const MeetingGroup = z.object({
  _id: z.string(),
  fypGroupName: z.string(),
  fypTitle: z.string(),
  lastHeldAt: z.iso.datetime().nullable().describe('null: no meeting yet'),
  confirmed: z.int().describe('number of confirmed meetings'),
  unconfirmed: z.int().describe('meetings and corrections that wait for the supervisor'),
  sent: z.int().describe('meetings and corrections that wait for the group'),
  openSteps: z.int(),
  dueSteps: z.int().describe('open steps that are due within a week or overdue'),
  overdueSteps: z.int(),
  nextDue: z.string().nullable().describe('earliest due date of an open step, YYYY-MM-DD'),
  isQuiet: z.boolean().describe('no meeting for the number of days in the cohort’s setting'),
});
export type MeetingGroup = z.infer<typeof MeetingGroup>;

export const listMeetingGroups = endpoint({
  method: 'GET',
  path: '/api/meetings',
  summary: 'List the groups that the caller supervises, with their last meeting and open steps',
  access: ['faculty'],
  query: MeetingGroupsFilter.extend(ListQuery.pick({ page: true, limit: true }).shape),
  reply: z.object({
    groups: z.array(MeetingGroup),
    total: z.int().describe('number of groups that match'),
    all: z.int().describe('number of groups that the caller supervises in the cohort'),
    days: z.int().describe('days without a meeting after which a group is listed; 0: never'),
  }),
  problems: ['not-found'],
});

export const exportMeetingGroups = endpoint({
  method: 'GET',
  path: '/api/meetings/export',
  summary: 'Export the groups that the caller supervises, with their meetings, as a spreadsheet',
  access: ['faculty'],
  audit: ['list-exported'],
  query: MeetingGroupsFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const listMeetingSummaries = endpoint({
  method: 'GET',
  path: '/api/meeting-summaries',
  summary:
    'Count the confirmed meetings of a group or of all groups of a cohort, with attendance for supervisors and admins',
  access: ['admin', 'faculty'],
  query: z.object({ group: Id.optional(), cohort: CohortCode.optional() }),
  reply: z.object({
    groups: z.array(
      z.object({
        groupId: z.string(),
        confirmed: z.int(),
        minimum: z.int().describe('confirmed meetings that a viva requires; 0: none'),
        members: z
          .array(z.object({ memberId: z.string(), summary: z.string() }))
          .describe('attendance, such as "5 of 6, 1 late"; empty for examiners'),
      }),
    ),
  }),
  problems: ['not-found'],
});
