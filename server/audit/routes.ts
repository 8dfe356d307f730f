import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/audit.ts';
import { serve } from '#server/http/serve.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';

export function auditRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.listAudit, ({ query }) => listAudit(services, query));
  serve(app, contract.exportAudit, ({ caller, query, request, reply }) =>
    // Who asks for the head alone gets no entries, and leaves none.
    request.method === 'HEAD'
      ? Promise.resolve(reply.type('text/csv; charset=utf-8').send())
      : exportAudit(services, caller, query, reply),
  );
}
