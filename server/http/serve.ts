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
  type Endpoint,
  type EndpointAccess,
  type EndpointReply,
  mayAccess,
} from '#contract/endpoint.ts';
import { Problem, ProblemReply, toValidationProblem } from '#contract/problem.ts';
import type { CohortKind } from '#contract/settings/kinds.ts';
import { formatModuleOff, isModuleEnabled } from '#contract/settings/modules.ts';
import type { Role } from '#contract/values/roles.ts';
import type { Services } from '#server/services.ts';
import type { DiskSpaceMonitor } from '#server/storage/disk-space.ts';
import { getMaxTextBytes } from './bodies/body-sizes.ts';
import { findFileRules, getFileFields } from './bodies/file-fields.ts';
import { discardForm, type ReceivedForm, receiveForm } from './bodies/multipart.ts';
import { parseClientAddress } from './connections/parse-client-address.ts';
import { getProblemStatus } from './problems.ts';
import { isOpenToForms, requireSameOrigin } from './same-origin.ts';

/** Id and IP address of a request, as stored in the audit trail. */
export type RequestOrigin = { requestId: string; address: string };

/** The authenticated user of a request. No field is taken from the parameters or the body of the request. */
export type Caller = RequestOrigin & {
  userId: string;
  name: string;
  email: string;
  isConfirmed: boolean;
  role: Role;
  sessionId: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    diskSpace: DiskSpaceMonitor;
    identify: (request: FastifyRequest) => Promise<Caller | undefined>;
  }
  interface FastifyRequest {
    origin: RequestOrigin;
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

export type EndpointCall<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: E['files'] extends object ? undefined : OutputOf<E['body']>;
  /**
   * Reads and parses the form. Call it after all checks that do not need the form. `kinds` are those of the cohort to
   * which the files belong; without them, files must be of standard kinds.
   */
  receive: (kinds?: readonly CohortKind[]) => Promise<OutputOf<E['body']>>;
  caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  services: Services;
  origin: RequestOrigin;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Adds a route that checks access, parses input, calls the handler and removes undeclared fields from the reply. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<EndpointReply<E> | FastifyReply>,
  name?: string,
): void {
  const { method, path, access, params, query, body, files, reply: replySchema } = endpoint;
  const status = endpoint.status ?? 200;
  const needsJson = body !== undefined && !files && !body.safeParse(undefined).success;
  app.route({
    method,
    url: path,
    config: { endpoint },
    bodyLimit: getMaxTextBytes(endpoint),
    schema: {
      ...(name && { operationId: name }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: replySchema, ...problemReplies(endpoint) },
    } as FastifySchema,
    // Do not validate forms here: `receive` does so, after the checks that do not need the form.
    validatorCompiler: (route) =>
      files && route.httpPart === 'body'
        ? (value: unknown) => ({ value })
        : validatorCompiler(route as Parameters<typeof validatorCompiler>[0]),
    onRequest: async (request) => {
      if (isOpenToForms(endpoint)) requireSameOrigin(request, app.services.config.publicUrl);
      await Promise.all([
        refreshContent(app),
        access !== 'public' && requireCaller(app, access, request),
      ]);
      requireModule(app, endpoint);
    },
    preValidation: async (request) => {
      if (needsJson && request.body === undefined) {
        throw new Problem('invalid', 'This request needs a JSON body.');
      }
    },
    handler: async (request, reply) => {
      const result = await callHandler(app, endpoint, handle, request, reply);
      // A handler that has sent the reply itself returns the reply object, and awaiting this object yields undefined.
      if (result === undefined || result === reply) return;
      if (access === 'public' && method === 'GET') setAgeHeader(app, reply);
      return reply.code(status).send(result);
    },
  });
}

/** Maximum age of the cached settings, so that changes by other processes take effect within a second. */
const maxContentAgeMs = 1000;

async function refreshContent({ services }: FastifyInstance): Promise<void> {
  try {
    await services.content.refreshIfOlderThan(maxContentAgeMs);
  } catch (err) {
    // Continue with the cached settings, because not all requests need the database.
    services.log.warn({ err }, 'the settings could not be refreshed, cached ones are used');
  }
}

/** Sets the Age header if the database does not respond and the reply is based on cached settings (decision 35). */
function setAgeHeader({ services }: FastifyInstance, reply: FastifyReply): void {
  const ageMs = services.content.ageMs();
  if (ageMs > 2 * maxContentAgeMs) reply.header('age', String(Math.floor(ageMs / 1000)));
}

async function callHandler<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<EndpointReply<E> | FastifyReply>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { services, diskSpace } = app;
  const { files: store, config } = services;
  let form: ReceivedForm | undefined;
  const receive = async (kinds: readonly CohortKind[] = []) => {
    if (endpoint.isUrlencoded && !request.isMultipart()) {
      return parseBody(endpoint, request.body) as OutputOf<E['body']>;
    }
    const fields = getFileFields(endpoint, request.params, (kind) =>
      findFileRules(kinds, kind, config.sizeLimits),
    );
    form = await receiveForm(request, fields, { files: store, diskSpace });
    return parseBody(endpoint, form.body) as OutputOf<E['body']>;
  };
  const { params, query, caller, origin } = request;
  const body = endpoint.files ? undefined : request.body;
  try {
    const call = { params, query, body, receive, caller, services, origin, request, reply };
    return await handle(call as EndpointCall<E>);
  } finally {
    if (form) await discardForm(store, form.files);
  }
}

function parseBody({ body }: Endpoint, value: unknown): unknown {
  const parsed = (body as z.ZodType).safeParse(value);
  if (!parsed.success) throw toValidationProblem(parsed.error);
  return parsed.data;
}

/** Throws for a route that does not declare its access or, if it may write, its audit actions. */
export function assertRouteDeclarations({ method, url, config }: RouteOptions): void {
  const call = `${[method].flat().join(' ')} ${url}`;
  if (config?.endpoint?.access === undefined) {
    throw new Error(`${call} does not declare who may call it.`);
  }
  const { method: declared, audit } = config.endpoint;
  if (declared !== 'GET' && (audit === undefined || audit.length === 0)) {
    throw new Error(`${call} does not declare its audit actions.`);
  }
}

/** Returns the id and IP address of a request. Call this early, because a closed connection has no IP address. */
export const getRequestOrigin = ({ id, ip }: FastifyRequest): RequestOrigin => ({
  requestId: id,
  address: parseClientAddress(ip),
});

export const createSignedOutProblem = () => new Problem('signed-out', 'Please log in to continue.');

async function requireCaller(
  app: FastifyInstance,
  access: Exclude<EndpointAccess, 'public'>,
  request: FastifyRequest,
): Promise<void> {
  const caller = await app.identify(request);
  if (!caller) throw createSignedOutProblem();
  // Set the caller before the role check, so that the log contains the account ids of rejected callers.
  request.caller = caller;
  if (!mayAccess(access, caller.role)) {
    throw new Problem('forbidden', `This is for ${access.join(' and ')} accounts only.`);
  }
}

function requireModule({ services }: FastifyInstance, { module }: Endpoint): void {
  if (module && !isModuleEnabled(services.content.modules, module))
    throw new Problem('module-off', formatModuleOff(module));
}

function problemReplies(endpoint: Endpoint): Record<number, z.ZodType> {
  const { access, module, problems } = endpoint;
  const any = ['invalid', 'too-slow', 'too-often', 'unavailable', 'fault'] as const;
  const signedIn = access === 'public' ? [] : (['signed-out', 'forbidden'] as const);
  const toForms = isOpenToForms(endpoint) ? (['forbidden'] as const) : [];
  const ofModule = module ? (['module-off'] as const) : [];
  return Object.fromEntries(
    [...any, ...signedIn, ...toForms, ...ofModule, ...problems].map((code) => [
      getProblemStatus(code),
      ProblemReply,
    ]),
  );
}
