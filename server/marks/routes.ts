import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/marks.ts';
import { serve } from '#server/http/serve.ts';
import { mailGroup } from './mail-group.ts';
import { saveMarks } from './save-marks.ts';

export function markRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.saveMarks, ({ caller, body }) => saveMarks(services, caller, body));
  serve(app, contract.mailGroup, ({ caller, params, body }) =>
    mailGroup(services, caller, params.groupId, body ?? {}),
  );
}
