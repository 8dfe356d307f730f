import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { attentionRoutes } from './attention/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { watchRoom } from './files/room.ts';
import { groupEditorRoutes } from './group-editor/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { serveClient } from './http/client.ts';
import { serveDocumentation } from './http/documentation.ts';
import { healthRoutes } from './http/health.ts';
import { type Limits, serverOptions, standardLimits, watchBodies } from './http/limits.ts';
import { answerError, answerProblems } from './http/problems.ts';
import { originOf, requireDeclared } from './http/serve.ts';
import { letterRoutes } from './letters/routes.ts';
import { markRoutes } from './marks/routes.ts';
import { proposalRoutes } from './proposals/routes.ts';
import type { Services } from './services.ts';
import { sessionRoutes } from './session/routes.ts';
import { identify } from './session/sessions.ts';
import { userRoutes } from './users/routes.ts';

/** Adds its calls to the app. */
type Feature = (api: FastifyInstance) => void;

const allFeatures: readonly Feature[] = [
  contentRoutes,
  auditRoutes,
  sessionRoutes,
  userRoutes,
  groupRoutes,
  documentRoutes,
  markRoutes,
  groupEditorRoutes,
  proposalRoutes,
  letterRoutes,
  attentionRoutes,
];

/**
 * The portal as a server that does not listen yet. `clientFolder` holds the built client.
 * Throws when a feature adds a route that does not say who may call it, or what it leaves in the audit trail.
 */
export async function buildApp(
  services: Services,
  {
    clientFolder,
    features = allFeatures,
    limits = standardLimits,
  }: { clientFolder?: string; features?: readonly Feature[]; limits?: Limits } = {},
): Promise<FastifyInstance> {
  const isSecure = services.config.publicUrl.startsWith('https:');
  const app = Fastify({
    loggerInstance: services.log,
    // One proxy, and what it wrote last: anybody may write addresses before that.
    trustProxy: services.config.trustProxy ? (_, hop) => hop === 0 : false,
    genReqId: () => randomUUID(),
    ...serverOptions(limits),
    // An e-mail of 254 characters must fit into a path, also when most of them are escaped.
    routerOptions: { maxParamLength: 1024 },
    return503OnClosing: true,
    frameworkErrors: answerError,
  });
  app.decorate('services', services);
  app.decorate('room', watchRoom(services));
  app.decorate('identify', (request) => identify(services, request));
  app.decorateRequest('origin');
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.origin = originOf(request);
    done();
  });
  app.setSerializerCompiler(serializerCompiler);
  answerProblems(app);
  app.addHook('onRoute', requireDeclared);
  watchBodies(app, limits);

  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        'script-src': ["'self'"],
        // Mantine sets its variables and positions through style elements and attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'upgrade-insecure-requests': isSecure ? [] : null,
      },
    },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: isSecure,
    originAgentCluster: isSecure,
  });
  await app.register(cookie);
  await app.register(multipart);
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });

  await serveDocumentation(app);
  // Asynchronous, so that a feature that throws makes this function reject.
  const addFeatures: FastifyPluginAsync = async (api) => {
    for (const addTo of features) addTo(api);
  };
  await app.register(addFeatures);
  healthRoutes(app);
  if (clientFolder) await serveClient(app, clientFolder, isSecure);
  return app;
}
