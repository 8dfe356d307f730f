import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/groups.ts';
import { serve } from '#server/http/serve.ts';
import { deleteGroup, restoreGroup } from './bin.ts';
import { findGroup } from './find-group.ts';
import { listChanges } from './list-changes.ts';
import { listAssignedGroups, listGroups } from './list-groups.ts';

export function groupRoutes(app: FastifyInstance): void {
  const { services } = app;
  const { db } = services;
  serve(app, contract.findGroup, ({ caller, params }) => findGroup(db, caller, params.email));
  serve(app, contract.listAssignedGroups, ({ caller }) => listAssignedGroups(db, caller));
  serve(app, contract.listGroups, ({ query }) => listGroups(db, query));
  serve(app, contract.listChanges, ({ params }) => listChanges(db, params.groupId));
  serve(app, contract.deleteGroup, ({ caller, params }) =>
    deleteGroup(services, caller, params.groupId),
  );
  serve(app, contract.restoreGroup, ({ caller, params }) =>
    restoreGroup(services, caller, params.groupId),
  );
}
