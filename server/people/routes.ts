import * as changes from '#contract/people.ts';
import * as leaveRequests from '#contract/students/leave-requests.ts';
import { feature } from '#server/http/feature.ts';
import { changePeople } from './change-people.ts';
import { askToLeave } from './leaving/ask-to-leave.ts';
import { leavingDeskParts } from './leaving/desk.ts';
import { findOwnLeaveRequest, listLeaveRequests } from './leaving/read-requests.ts';
import { refuseLeaveRequest } from './leaving/refuse-request.ts';
import { withdrawLeaveRequest } from './leaving/withdraw-request.ts';
import { listFormerMemberships } from './list-former-memberships.ts';
import { listPeopleChanges } from './list-people-changes.ts';
import { previewPeopleChange } from './preview-change.ts';
import { undoPeopleChange } from './undo-change.ts';

export const peopleFeature = feature({
  name: 'people',
  reason:
    'Members and supervisors of groups change during the year; the specification has only fixed groups',
  contract: { ...changes, ...leaveRequests },
  desk: leavingDeskParts,
  handlers: {
    previewPeopleChange: ({ services, caller, params, body }) =>
      previewPeopleChange(services, caller, params.groupId, body),
    changePeople: ({ services, caller, params, body }) =>
      changePeople(services, caller, params.groupId, body),
    listPeopleChanges: ({ services, query }) =>
      listPeopleChanges(services.db, services.clock(), query.group),
    undoPeopleChange: ({ services, caller, params }) =>
      undoPeopleChange(services, caller, params.changeId),
    listFormerMemberships: ({ services, caller }) => listFormerMemberships(services, caller),
    findOwnLeaveRequest: ({ services, caller, params }) =>
      findOwnLeaveRequest(services.db, caller, params.groupId),
    askToLeave: ({ services, caller, params, body }) =>
      askToLeave(services, caller, params.groupId, body),
    withdrawLeaveRequest: ({ services, caller, params }) =>
      withdrawLeaveRequest(services, caller, params.requestId),
    listLeaveRequests: ({ services, query }) => listLeaveRequests(services.db, query.group),
    refuseLeaveRequest: ({ services, caller, params, body }) =>
      refuseLeaveRequest(services, caller, params.requestId, body),
  },
});
