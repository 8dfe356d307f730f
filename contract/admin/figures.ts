import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { CohortQuery } from '#contract/settings/cohorts.ts';

/** Reason why a group needs an admin. `staff-choice`: an admin must choose the account of a supervisor or examiner. */
export const GroupAttentionReason = z.enum([
  'no-examiner',
  'supervisor-other',
  'supervisor-account',
  'examiner-account',
  'staff-choice',
]);
export type GroupAttentionReason = z.infer<typeof GroupAttentionReason>;

/** Maximum number of groups that the reply lists per reason. `total` in the reply counts all groups. */
export const maxGroupsPerReason = 50;

export const findFigures = endpoint({
  method: 'GET',
  path: '/api/figures',
  summary: 'Count groups and users, and list the groups that need an admin by reason',
  access: ['admin'],
  query: CohortQuery,
  reply: z.object({
    version: z.string().describe('version of the portal'),
    groups: z.int(),
    users: z.int().describe('number of users in all cohorts'),
    waiting: z
      .array(
        z.object({
          reason: GroupAttentionReason,
          total: z.int(),
          groups: z
            .array(z.object({ _id: z.string(), fypGroupName: z.string(), fypTitle: z.string() }))
            .max(maxGroupsPerReason)
            .describe('the first by name'),
        }),
      )
      .describe('omits reasons without groups'),
  }),
  problems: [],
});
