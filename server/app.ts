import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { features as allFeatures } from './features.ts';
import { readJson } from './http/bodies/json-bodies.ts';
import { readUrlencoded } from './http/bodies/urlencoded.ts';
import { serveClient } from './http/client.ts';
import {
  type Limits,
  serverOptions,
  standardLimits,
  watchBodies,
} from './http/connections/limits.ts';
import { warnOfProxy } from './http/connections/proxy-warning.ts';
import { makeStoppable, type StopTimes, standardStopTimes } from './http/connections/stop.ts';
import { replySerializer } from './http/cut-reply.ts';
import { serveDocumentation } from './http/documentation.ts';
import { healthRoutes } from './http/health.ts';
import { replyWithError, replyWithProblems } from './http/problems.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { originOf, requireDeclared } from './http/serve.ts';
import { metricsRoute, openMetrics } from './metrics/metrics.ts';
import type { Services } from './services.ts';
import { identify } from './session/sessions.ts';
import { watchDiskSpace } from './storage/disk-space.ts';

type AddTo = (api: FastifyInstance) => void;

/** Does not listen yet. Throws for a route that declares no access, or no audit where it writes. */
export async function buildApp(
  services: Services,
  {
    clientFolder,
    features = allFeatures.map(({ addTo }) => addTo),
    limits = standardLimits,
    stopTimes = standardStopTimes,
    trace,
  }: {
    clientFolder?: string;
    features?: readonly AddTo[];
    limits?: Limits;
    stopTimes?: StopTimes;
    trace?: AddTo;
  } = {},
): Promise<FastifyInstance> {
  const isSecure = services.config.publicUrl.startsWith('https:');
  const app = openServer(services, limits);
  app.decorate('services', services);
  app.decorate('diskSpace', watchDiskSpace(services));
  app.decorate('identify', (request) => identify(services, request));
  app.decorateRequest('origin');
  app.decorateRequest('caller', undefined);
  const metrics = openMetrics(app);
  trace?.(app);
  app.addHook('onRequest', (request, _reply, done) => {
    request.origin = originOf(request);
    done();
  });
  warnOfProxy(app);
  app.setSerializerCompiler(replySerializer);
  replyWithProblems(app);
  makeStoppable(app, stopTimes);
  watchBodies(app, limits);
  readJson(app);
  readUrlencoded(app);

  addSecurityHeaders(app, isSecure);
  await app.register(cookie);
  await app.register(multipart);
  // By route, since an address can be written in many ways.
  app.addHook('onSend', async (request, reply) => {
    const isCall = request.routeOptions.config.endpoint !== undefined;
    if (isCall || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  await serveDocumentation(app);
  // Asynchronous, so that a feature that throws makes this function reject.
  const addFeatures: FastifyPluginAsync = async (api) => {
    api.addHook('onRoute', requireDeclared);
    for (const addTo of features) addTo(api);
  };
  await app.register(addFeatures);
  healthRoutes(app);
  metricsRoute(app, metrics);
  if (clientFolder) await serveClient(app, clientFolder, isSecure);
  return app;
}

function openServer(services: Services, limits: Limits): FastifyInstance {
  return Fastify({
    loggerInstance: services.log,
    // The last proxy's entry alone: anybody may write those before.
    trustProxy: services.config.trustProxy ? (_, hop) => hop === 0 : false,
    genReqId: () => randomUUID(),
    ...serverOptions(limits, services.log),
    // Room for an email of 254 characters, mostly escaped.
    routerOptions: { maxParamLength: 1024 },
    // See `makeStoppable`.
    return503OnClosing: false,
    frameworkErrors: replyWithError,
  });
}
