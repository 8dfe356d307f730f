import * as contract from '#contract/people.ts';
import { feature } from '#server/http/feature.ts';
import { changePeople } from './change-people.ts';
import { listFormerMemberships } from './list-former-memberships.ts';
import { listPeopleChanges } from './list-people-changes.ts';
import { previewPeopleChange } from './preview-change.ts';
import { undoPeopleChange } from './undo-change.ts';

export const peopleFeature = feature({
  name: 'people',
  reason:
    'Members and supervisors of groups change during the year; the specification has only fixed groups',
  contract,
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
  },
});
