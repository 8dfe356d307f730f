import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/groups.ts';
import { serve } from '#server/http/serve.ts';
import { updateGroup } from './update-group.ts';

export function groupEditorRoutes(app: FastifyInstance): void {
  serve(app, contract.updateGroup, ({ caller, params, body }) =>
    updateGroup(app.services, caller, params.groupId, body),
  );
}
