import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/groups.ts';
import { sendList } from '#server/http/send-list.ts';
import { serve } from '#server/http/serve.ts';
import { deleteGroup, restoreGroup } from './bin.ts';
import { findGroup } from './find-group.ts';
import { listChanges } from './list-changes.ts';
import { listAssignedGroups, listGroups } from './list-groups.ts';

export function groupRoutes(app: FastifyInstance): void {
  const { services } = app;
  const { db } = services;
  serve(app, contract.findGroup, ({ caller, params }) => findGroup(db, caller, params.email));
  const item = contract.FullGroup;
  serve(app, contract.listAssignedGroups, async ({ caller, reply }) =>
    sendList(reply, { name: 'allGroups', item }, listAssignedGroups(db, caller)),
  );
  serve(app, contract.listGroups, async ({ query, reply }) => {
    const { groups, total } = await listGroups(db, query);
    return sendList(reply, { name: 'groups', item, rest: { total } }, groups);
  });
  serve(app, contract.listChanges, ({ params, query }) => listChanges(db, params.groupId, query));
  serve(app, contract.deleteGroup, ({ caller, params }) =>
    deleteGroup(services, caller, params.groupId),
  );
  serve(app, contract.restoreGroup, ({ caller, params }) =>
    restoreGroup(services, caller, params.groupId),
  );
}
