import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const operationalPaths = ['/healthz', '/readyz', '/metrics'];

/** Returns the route's pattern instead of the URL, which may contain secrets and would create unlimited time series. */
function getRoute({ routeOptions: { url, config } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return config.endpoint || operationalPaths.includes(url) ? url : 'files';
}

export function addRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'fyp_portal_http_requests_total',
    help: 'Replies of this process by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'fyp_portal_http_request_duration_seconds',
    help: 'Duration of requests in this process from headers to the end of the reply, including uploads and downloads.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  });
  const uploads = new Gauge({
    name: 'fyp_portal_uploads_under_way',
    help: 'Forms with files that this process is receiving.',
    registers,
  });
  const countUpload: preParsingHookHandler = (_request, reply, _payload, done) => {
    uploads.inc();
    // The close event also fires if the client disconnects.
    reply.raw.once('close', () => uploads.dec());
    done();
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint?.files) route.preParsing = countUpload;
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = getRoute(request);
    requests.inc({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}
