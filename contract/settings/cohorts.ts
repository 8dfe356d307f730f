import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Deadline } from '#contract/rules/deadlines.ts';
import { GroupRules } from '#contract/rules/group-rules.ts';
import { MarkingScheme } from '#contract/rules/scheme.ts';
import { roles } from '#contract/values/roles.ts';
import { buildNameLineSchema, buildParagraphSchema, Id } from '#contract/values/text.ts';
import { DeadlineSettings } from './department.ts';
import { CohortKind } from './kinds.ts';

const noCode = 'The code is 1 to 12 letters and digits, such as 2028 or 2028F.';
const CohortName = buildNameLineSchema('The name', 60);

/** Code of a cohort, used in URLs and group names (`2028` in BSCS-2028-014). */
export const CohortCode = z.string(noCode).regex(/^[A-Za-z0-9]{1,12}$/, noCode);

export const CohortQuery = z.object({ cohort: CohortCode.optional() });

export const Cohort = z.object({
  _id: z.string(),
  name: z.string(),
  code: z.string(),
  isCurrent: z
    .boolean()
    .describe('true if proposals go to this cohort unless the URL names another'),
  takesProposals: z
    .boolean()
    .describe('true for the current cohort, and for open ones that an admin opened for proposals'),
  closedAt: z.iso.datetime().nullable().describe('nothing in the cohort can be changed afterwards'),
  version: z.int().describe('increases with every change of the cohort or its settings'),
  programs: z.array(z.object({ value: z.string(), label: z.string() })),
  deadlines: z.array(Deadline),
  kinds: z.array(CohortKind).describe('kinds of files that the cohort collects'),
  scheme: MarkingScheme,
  rules: GroupRules,
});
export type Cohort = z.infer<typeof Cohort>;

export const listCohorts = endpoint({
  method: 'GET',
  path: '/api/cohorts',
  summary: 'List the cohorts, newest first, with their deadlines, marking schemes and group rules',
  access: roles,
  reply: z.object({
    cohorts: z.array(
      Cohort.extend({
        isOwn: z.boolean().describe('true if the caller has a group in it; always true for admins'),
      }),
    ),
  }),
  problems: [],
});

const Saved = z.object({ message: z.string(), cohort: Cohort });

export const addCohort = endpoint({
  method: 'POST',
  path: '/api/cohorts',
  summary: 'Create a cohort with its own deadlines and the other settings of an existing cohort',
  access: ['admin'],
  audit: ['cohort-opened'],
  body: z.object({
    name: CohortName,
    code: CohortCode,
    from: Id.describe('cohort whose lists, scheme and rules are copied'),
    deadlines: DeadlineSettings,
    makeCurrent: z.boolean().default(false),
  }),
  status: 201,
  reply: Saved,
  problems: ['not-found', 'name-taken'],
});

const Version = z.int32().min(1).describe('version as read');

export const updateCohort = endpoint({
  method: 'PUT',
  path: '/api/cohorts/:cohortId',
  summary: 'Rename a cohort, make it the current one, or open or close it for proposals',
  access: ['admin'],
  audit: ['cohort-changed'],
  params: z.object({ cohortId: Id }),
  body: z.object({
    version: Version,
    name: CohortName.optional(),
    makeCurrent: z.literal(true).optional(),
    takesProposals: z
      .boolean()
      .optional()
      .describe('whether students can submit proposals although another cohort is current'),
  }),
  reply: Saved,
  problems: ['not-found', 'name-taken', 'stale-version', 'cohort-closed'],
});

/** Work of students and markers that is not finished. Closing the cohort leaves it as it is. */
export const UnfinishedWork = z.object({
  unmarked: z
    .array(z.object({ milestone: z.string(), title: z.string(), students: z.int() }))
    .describe('milestones, and the number of students without a mark'),
  missed: z
    .array(z.object({ deadlineId: z.string(), title: z.string(), count: z.int() }))
    .describe('deadlines, and the number of groups that have missed them'),
  withoutOutcome: z.int().describe('groups without a final result of the viva'),
  withoutCertificates: z.int().describe('students whose certificates are not complete'),
});
export type UnfinishedWork = z.infer<typeof UnfinishedWork>;

/** Open work of a cohort, which an admin must review before closing the cohort. */
export const OpenWork = z.object({
  seen: z
    .string()
    .describe('send it when closing the cohort, which fails if the open work has changed'),
  isEmpty: z.boolean().describe('true: nothing needs a decision'),
  requests: z
    .array(z.object({ fypGroupName: z.string(), title: z.string(), askedBy: z.string() }))
    .describe('extension requests without a decision'),
  leaving: z.int().describe('requests to leave a group without a decision'),
  objections: z
    .array(z.object({ fypGroupName: z.string(), memberName: z.string() }))
    .describe('people who deny that they are members of the group'),
  announcements: z
    .array(z.object({ title: z.string(), publishAt: z.iso.datetime() }))
    .describe('scheduled announcements; closing withdraws them'),
  untold: z.int().describe('students who have not been emailed a decision on their certificates'),
  unchecked: z.int().describe('students with certificates that nobody has checked'),
  unbound: z.int().describe('groups that name staff without an account'),
  contested: z.int().describe('members whose account an admin has to choose, even after closing'),
  owed: z.int().describe('students who are owed an email about marks; closing queues it'),
  queued: z.int().describe('queued emails to its groups, which are sent even after closing'),
  failed: z.int().describe('emails to its groups that could not be delivered'),
  unfinished: UnfinishedWork,
});
export type OpenWork = z.infer<typeof OpenWork>;

export const findOpenWork = endpoint({
  method: 'GET',
  path: '/api/cohorts/:cohortId/open-work',
  summary: 'List the open work of a cohort to review before closing it',
  access: ['admin'],
  params: z.object({ cohortId: Id }),
  reply: OpenWork,
  problems: ['not-found'],
});

const noReason = 'Enter a reason. The students who requested the extensions will see it.';

export const closeCohort = endpoint({
  method: 'POST',
  path: '/api/cohorts/:cohortId/close',
  summary: 'Close a cohort; it remains readable and exportable but cannot be changed',
  access: ['admin'],
  audit: [
    'cohort-closed',
    'extension-decided',
    'objection-settled',
    'announcement-withdrawn',
    'certificates-result-sent',
    'letters-requested',
  ],
  params: z.object({ cohortId: Id }),
  body: z.object({
    version: Version,
    seen: z
      .string()
      .max(100)
      .optional()
      .describe('`seen` of the open work; required if there is any'),
    refuseRequests: buildParagraphSchema('The reason', 2000)
      .min(1, noReason)
      .optional()
      .describe(
        'reason for refusing all pending extension requests; if omitted, they stay pending',
      ),
    settleObjections: z.boolean().default(false),
    sendResults: z.boolean().default(false).describe('emails every decision on certificates'),
  }),
  reply: Saved,
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

export const reopenCohort = endpoint({
  method: 'POST',
  path: '/api/cohorts/:cohortId/reopen',
  summary: 'Reopen a closed cohort',
  access: ['admin'],
  audit: ['cohort-reopened', 'group-changed'],
  params: z.object({ cohortId: Id }),
  body: z.object({ version: Version }),
  reply: Saved,
  problems: ['not-found', 'stale-version', 'already-in-group'],
});
