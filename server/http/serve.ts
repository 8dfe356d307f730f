import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  type Access,
  type Endpoint,
  mayAccess,
  type ReplyOf,
  type Role,
} from '#contract/endpoint.ts';
import { invalid, Problem, ProblemReply } from '#contract/problem.ts';
import type { Services } from '#server/services.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';
import { kindsOf, largestText } from './bodies/body-sizes.ts';
import { discardForm, type Form, receiveForm } from './bodies/multipart.ts';
import { statusOf } from './problems.ts';

/** What the audit trail keeps of a request. */
export type Origin = { requestId: string; address: string };

/** From the session only, never from what the request says about itself. */
export type Caller = Origin & {
  userId: string;
  name: string;
  email: string;
  /** Whether the address is known to be the caller's. */
  isConfirmed: boolean;
  role: Role;
  sessionId: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    diskSpace: DiskSpace;
    identify: (request: FastifyRequest) => Promise<Caller | undefined>;
  }
  interface FastifyRequest {
    origin: Origin;
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

export type Call<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: E['files'] extends object ? undefined : OutputOf<E['body']>;
  /** Called after what can be refused without the form. */
  receive: () => Promise<OutputOf<E['body']>>;
  caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  services: Services;
  origin: Origin;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Access first, then params, query and body, then the handler; the reply is cut to the contract's schema. The name is that
 * of the endpoint in the contract, which programs made from the OpenAPI document use too.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E> | FastifyReply>,
  name?: string,
): void {
  const { method, path, access, params, query, body, files, reply: replySchema } = endpoint;
  const status = endpoint.status ?? 200;
  const needsJson = body !== undefined && !files && !body.safeParse(undefined).success;
  app.route({
    method,
    url: path,
    config: { endpoint },
    bodyLimit: largestText(endpoint),
    schema: {
      ...(name && { operationId: name }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: replySchema, ...refusalsOf(endpoint) },
    } as FastifySchema,
    // A form is checked by `receive`, after what can be refused without it.
    validatorCompiler: (route) =>
      files && route.httpPart === 'body'
        ? (value: unknown) => ({ value })
        : validatorCompiler(route as Parameters<typeof validatorCompiler>[0]),
    onRequest: async (request) => {
      await refreshContent(app);
      if (access !== 'public') await requireCaller(app, request, access);
    },
    preValidation: async (request) => {
      if (needsJson && request.body === undefined) {
        throw new Problem('invalid', 'This request needs content, sent as JSON.');
      }
    },
    handler: async (request, reply) => {
      const result = await callHandler(app, endpoint, handle, request, reply);
      // A handler that has sent a file returns the reply, which gives nothing once it is awaited.
      if (result === undefined || result === reply) return;
      if (access === 'public' && method === 'GET') tellAge(app, reply);
      return reply.code(status).send(result);
    },
  });
}

/** A change in another process shows within a second. */
const contentAgeMs = 1000;

async function refreshContent({ services }: FastifyInstance): Promise<void> {
  try {
    await services.content.keepFresh(contentAgeMs);
  } catch (err) {
    // What was read last still serves what needs no database.
    services.log.warn({ err }, 'the settings could not be read again');
  }
}

/** Only while the database does not answer: what anybody may read is served as it was last known (decision 35). */
function tellAge({ services }: FastifyInstance, reply: FastifyReply): void {
  const ageMs = services.content.ageMs();
  if (ageMs > 2 * contentAgeMs) reply.header('age', String(Math.floor(ageMs / 1000)));
}

async function callHandler<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E> | FastifyReply>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { services, diskSpace } = app;
  const { files: store, config } = services;
  let form: Form | undefined;
  const receive = async () => {
    if (endpoint.isUrlencoded && !request.isMultipart()) {
      return parseBody(endpoint, request.body) as OutputOf<E['body']>;
    }
    const kinds = kindsOf(endpoint, request.params);
    form = await receiveForm(request, kinds, {
      files: store,
      sizeLimits: config.sizeLimits,
      diskSpace,
    });
    return parseBody(endpoint, form.body) as OutputOf<E['body']>;
  };
  const { params, query, caller, origin } = request;
  const body = endpoint.files ? undefined : request.body;
  try {
    const call = { params, query, body, receive, caller, services, origin, request, reply };
    return await handle(call as Call<E>);
  } finally {
    if (form) await discardForm(store, form.files);
  }
}

function parseBody({ body }: Endpoint, given: unknown): unknown {
  const parsed = (body as z.ZodType).safeParse(given);
  if (!parsed.success) throw invalid(parsed.error);
  return parsed.data;
}

/** Throws for a route that declares no access, or may write and declares no audit: deny unless declared. */
export function requireDeclared({ method, url, config }: RouteOptions): void {
  const call = `${[method].flat().join(' ')} ${url}`;
  if (config?.endpoint?.access === undefined) {
    throw new Error(`${call} does not declare who may call it.`);
  }
  const { method: declared, audit } = config.endpoint;
  if (declared !== 'GET' && (audit === undefined || audit.length === 0)) {
    throw new Error(`${call} does not declare what it leaves in the audit trail.`);
  }
}

/** Read early: a connection that is gone has no address any more. */
export const originOf = ({ id, ip }: FastifyRequest): Origin => ({ requestId: id, address: ip });

export const signedOut = () => new Problem('signed-out', 'Please log in to continue.');

async function requireCaller(
  app: FastifyInstance,
  request: FastifyRequest,
  access: Exclude<Access, 'public'>,
): Promise<void> {
  const caller = await app.identify(request);
  if (!caller) throw signedOut();
  // Before the role is checked, so that the log tells who was refused.
  request.caller = caller;
  if (!mayAccess(access, caller.role)) {
    throw new Problem('forbidden', `This is for ${access.join(' and ')} accounts only.`);
  }
}

/** By status, with the refusals that any endpoint may send. */
function refusalsOf({ access, problems }: Endpoint): Record<number, z.ZodType> {
  const any = ['invalid', 'too-slow', 'too-often', 'unavailable', 'fault'] as const;
  const signedIn = access === 'public' ? [] : (['signed-out', 'forbidden'] as const);
  return Object.fromEntries(
    [...any, ...signedIn, ...problems].map((code) => [statusOf(code), ProblemReply]),
  );
}
