import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/objections.ts';
import { serve } from '#server/http/serve.ts';
import { objectToGroup } from './object-to-group.ts';
import { settleObjection } from './open-objections.ts';

export function objectionRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.objectToGroup, ({ origin, body }) =>
    objectToGroup(services, origin, body.token),
  );
  serve(app, contract.settleObjection, ({ caller, params }) =>
    settleObjection(services, caller, params.objectionId),
  );
}
