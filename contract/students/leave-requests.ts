import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { ChangeReason } from '#contract/people.ts';
import { Id } from '#contract/values/text.ts';

/** A student's own request to leave their group, with the decision. */
export const OwnLeaveRequest = z.object({
  _id: z.string(),
  reason: z.string(),
  requestedAt: z.iso.datetime(),
  decision: z
    .enum(['accepted', 'refused', 'withdrawn'])
    .nullable()
    .describe('null if pending; accepted as soon as the member leaves the group'),
  decisionReason: z.string().nullable().describe('set if the request was refused'),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type OwnLeaveRequest = z.infer<typeof OwnLeaveRequest>;

/** A pending request, as admins see it. */
export const LeaveRequest = z.object({
  _id: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  cohortId: z.string().nullable(),
  memberId: z.string(),
  memberName: z.string(),
  reason: z.string().describe('not shown to the group and its staff, because it may be private'),
  requestedAt: z.iso.datetime(),
});
export type LeaveRequest = z.infer<typeof LeaveRequest>;

const ofGroup = z.object({ groupId: Id });
const ofRequest = z.object({ requestId: Id });

export const findOwnLeaveRequest = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/leave-requests',
  summary: 'Get the caller’s latest request to leave the group',
  access: ['student'],
  params: ofGroup,
  reply: z.object({ request: OwnLeaveRequest.nullable().describe('null if there is none') }),
  problems: ['not-found'],
});

export const askToLeave = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/leave-requests',
  summary: 'Ask the office to leave the group',
  access: ['student'],
  audit: ['leave-requested'],
  params: ofGroup,
  body: z.object({ reason: ChangeReason.describe('read by the caller and by admins only') }),
  status: 201,
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'unconfirmed', 'stale-version', 'too-often', 'cohort-closed'],
});

export const withdrawLeaveRequest = endpoint({
  method: 'POST',
  path: '/api/leave-requests/:requestId/withdraw',
  summary: 'Withdraw the caller’s own pending request to leave a group',
  access: ['student'],
  audit: ['leave-request-withdrawn'],
  params: ofRequest,
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'unconfirmed', 'stale-version', 'cohort-closed'],
});

export const listLeaveRequests = endpoint({
  method: 'GET',
  path: '/api/leave-requests',
  summary: 'List the pending requests to leave groups of open cohorts, oldest first',
  access: ['admin'],
  query: z.object({ group: Id.optional().describe('only those of this group') }),
  reply: z.object({ requests: z.array(LeaveRequest) }),
  problems: [],
});

export const refuseLeaveRequest = endpoint({
  method: 'POST',
  path: '/api/leave-requests/:requestId/refuse',
  summary: 'Refuse a request to leave a group, and email the reason to the student',
  access: ['admin'],
  audit: ['leave-request-refused'],
  params: ofRequest,
  body: z.object({ reason: ChangeReason.describe('part of the email to the student') }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});
