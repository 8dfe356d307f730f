import * as contract from '#contract/groups.ts';
import { feature } from '#server/http/feature.ts';
import { deleteGroup, restoreGroup } from './bin.ts';
import { changesInHistory } from './changes/history-part.ts';
import { groupDeskParts } from './desk.ts';
import { findGroup, getGroup, readGroup } from './find-group.ts';
import { exportGroups } from './lists/export-groups.ts';
import { streamAllGroups, streamAssignedGroups } from './lists/send-groups.ts';

export const groupsFeature = feature({
  name: 'groups',
  contract,
  desk: groupDeskParts,
  history: [changesInHistory],
  handlers: {
    findGroup: ({ services, caller, params, query }) =>
      findGroup(services, caller, params.email, query.cohort),
    getGroup: ({ services, caller, params }) => getGroup(services, caller, params.name),
    readGroup: ({ services, params }) => readGroup(services, params.groupId),
    listAssignedGroups: ({ services, caller, query, reply }) =>
      streamAssignedGroups(services, caller, query.cohort, reply),
    listGroups: ({ services, query, reply }) => streamAllGroups(services, query, reply),
    exportGroups: (call) => exportGroups(call),
    deleteGroup: ({ services, caller, params }) => deleteGroup(services, caller, params.groupId),
    restoreGroup: ({ services, caller, params }) => restoreGroup(services, caller, params.groupId),
  },
});
