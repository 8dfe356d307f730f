import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Problem } from '#contract/problem.ts';
import { addRequestMetrics } from './count-requests.ts';
import { registerDatabaseMetrics } from './show-database.ts';
import { registerPortalMetrics } from './show-portal.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** If METRICS_TOKEN is set, returns a registry and counts all requests. Call it before adding other hooks. */
export function createMetricsRegistry(app: FastifyInstance): Registry | undefined {
  if (!app.services.config.metricsToken) return undefined;
  const registry = new Registry();
  // Several instances may share an address, and each scrape reaches only one of them.
  registry.setDefaultLabels({ process: process.pid });
  addRequestMetrics(app, registry);
  return registry;
}

function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  // Remove gauges named `…_total`, because Prometheus reserves this suffix for counters.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
}

/** Adds `/metrics`, which is outside the API contract because monitoring systems send a token instead of logging in. */
export function addMetricsRoute(app: FastifyInstance, registry: Registry | undefined): void {
  const { metricsToken } = app.services.config;
  if (!registry || !metricsToken) {
    // Metrics are disabled. Reply 404, because without this route the web client would be served at this path.
    app.get('/metrics', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
    return;
  }
  registerProcessMetrics(registry);
  registerDatabaseMetrics(app.services.db, registry);
  const portalRegistry = new Registry();
  const refresh = registerPortalMetrics(app.services, portalRegistry);
  const expected = digest(metricsToken);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    // Compare digests, because `timingSafeEqual` requires equal lengths.
    if (!timingSafeEqual(digest(token), expected)) {
      throw new Problem('signed-out', 'Send the METRICS_TOKEN of the portal as a bearer token.');
    }
    await refresh();
    const texts = [await registry.metrics(), await portalRegistry.metrics()];
    return reply.type(registry.contentType).send(texts.join(''));
  });
}
