import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Problem } from '#contract/problem.ts';
import { countRequests } from './count-requests.ts';
import { showDatabase } from './show-database.ts';
import { showPortal } from './show-portal.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** What this process counts. Before the other hooks, so that what they refuse is counted too. Undefined: nobody may ask. */
export function openMetrics(app: FastifyInstance): Registry | undefined {
  if (!app.services.config.metricsToken) return undefined;
  const registry = new Registry();
  // Behind one port each process replies by turns: their counters must not be taken for one.
  registry.setDefaultLabels({ process: process.pid });
  countRequests(app, registry);
  return registry;
}

function showProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  // The library's own list, named against the rules of the format, which call every `_total` a counter.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
}

/** Not an endpoint of the contract: it is for a monitoring system, which has no account. */
export function metricsRoute(app: FastifyInstance, registry: Registry | undefined): void {
  const { metricsToken } = app.services.config;
  if (!registry || !metricsToken) {
    // Else the client's page would stand here.
    app.get('/metrics', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
    return;
  }
  showProcess(registry);
  showDatabase(app.services.db, registry);
  const ofPortal = new Registry();
  const refresh = showPortal(app.services, ofPortal);
  const expected = digest(metricsToken);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    // Digests have one length, and comparing them tells nothing by its time.
    if (!timingSafeEqual(digest(given), expected)) {
      throw new Problem('signed-out', 'Send the METRICS_TOKEN of the portal as a bearer token.');
    }
    await refresh();
    const texts = [await registry.metrics(), await ofPortal.metrics()];
    return reply.type(registry.contentType).send(texts.join(''));
  });
}
