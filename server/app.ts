import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { features as allFeatures } from './features.ts';
import { addJsonParser } from './http/bodies/json-bodies.ts';
import { addUrlencodedParser } from './http/bodies/urlencoded.ts';
import { serveClient } from './http/client.ts';
import {
  buildServerOptions,
  type ConnectionLimits,
  defaultConnectionLimits,
  enforceBodyLimits,
} from './http/connections/limits.ts';
import { warnAboutUntrustedProxy } from './http/connections/proxy-warning.ts';
import {
  addGracefulShutdown,
  defaultShutdownTimes,
  type ShutdownTimes,
} from './http/connections/stop.ts';
import { replySerializer } from './http/cut-reply.ts';
import { serveApiDocumentation } from './http/documentation.ts';
import { addHealthRoutes } from './http/health.ts';
import { addErrorHandlers, replyWithError } from './http/problems.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { assertRouteDeclarations, getRequestOrigin } from './http/serve.ts';
import { defaultWorkLimits, type WorkLimits } from './http/work/limits.ts';
import { addWorkQueue } from './http/work/run-job.ts';
import { addMetricsRoute, createMetricsRegistry } from './metrics/metrics.ts';
import type { Services } from './services.ts';
import { identifyCaller } from './session/sessions.ts';
import { createDiskSpaceMonitor } from './storage/disk-space.ts';

type AddRoutes = (api: FastifyInstance) => void;

/** Builds the app without starting to listen. Throws if a route does not declare its access or audit actions. */
export async function buildApp(
  services: Services,
  {
    clientFolder,
    features = allFeatures.map(({ addTo }) => addTo),
    limits = defaultConnectionLimits,
    stopTimes = defaultShutdownTimes,
    workLimits = defaultWorkLimits,
    trace,
  }: {
    clientFolder?: string;
    features?: readonly AddRoutes[];
    limits?: ConnectionLimits;
    stopTimes?: ShutdownTimes;
    workLimits?: WorkLimits;
    trace?: AddRoutes;
  } = {},
): Promise<FastifyInstance> {
  const app = openServer(services, limits);
  app.decorate('services', services);
  app.decorate('diskSpace', createDiskSpaceMonitor(services));
  app.decorate('identify', (request) => identifyCaller(services, request));
  app.decorateRequest('origin');
  app.decorateRequest('caller', undefined);
  const metrics = createMetricsRegistry(app);
  trace?.(app);
  app.addHook('onRequest', (request, _reply, done) => {
    request.origin = getRequestOrigin(request);
    done();
  });
  warnAboutUntrustedProxy(app);
  app.setSerializerCompiler(replySerializer);
  addErrorHandlers(app);
  addGracefulShutdown(app, stopTimes);
  addWorkQueue(app, workLimits);
  enforceBodyLimits(app);
  addJsonParser(app);
  addUrlencodedParser(app);

  addSecurityHeaders(app);
  await app.register(cookie);
  await app.register(multipart);
  // Forbid caching of API replies. Recognise API requests by their route: a path can be spelled in several ways.
  app.addHook('onSend', async (request, reply) => {
    // The client shows times by this header, because a computer's clock may be wrong.
    reply.header('date', services.clock().toUTCString());
    const isCall = request.routeOptions.config.endpoint !== undefined;
    if (isCall || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  await serveApiDocumentation(app);
  // The plugin must be asynchronous, so that an error while adding a feature makes `buildApp` reject.
  const addFeatures: FastifyPluginAsync = async (api) => {
    api.addHook('onRoute', assertRouteDeclarations);
    for (const addTo of features) addTo(api);
  };
  await app.register(addFeatures);
  addHealthRoutes(app);
  addMetricsRoute(app, metrics);
  if (clientFolder) await serveClient(app, clientFolder);
  return app;
}

function openServer(services: Services, limits: ConnectionLimits): FastifyInstance {
  return Fastify({
    loggerInstance: services.log,
    // Trust only the last `X-Forwarded-For` entry, which the nearest proxy added, because clients can forge the others.
    trustProxy: services.config.trustProxy ? (_, hop) => hop === 0 : false,
    genReqId: () => randomUUID(),
    ...buildServerOptions(limits, services.log),
    // Allow a percent-encoded email address of 254 characters as a path parameter.
    routerOptions: { maxParamLength: 1024 },
    // Disable the default 503 replies, because `addGracefulShutdown` sends its own.
    return503OnClosing: false,
    frameworkErrors: replyWithError,
  });
}
