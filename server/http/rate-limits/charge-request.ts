import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { getMaxBodyBytes } from '#server/http/bodies/body-sizes.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import {
  type Amounts,
  accountLimits,
  type LimitedResource,
  networkLimits,
  requestCosts,
} from './limits.ts';
import type { Payer, RateLimiter, RateLimitRefusal } from './rate-limiter.ts';
import { addUsage, createUsage } from './usage.ts';

declare module 'fastify' {
  interface FastifyInstance {
    rateLimiter: RateLimiter;
  }
}

const bytesPerMegabyte = 1024 * 1024;

type ChargedEndpoint = Pick<Endpoint, 'body' | 'cost' | 'files' | 'maxText' | 'times'>;

/**
 * Charges the request to its account and network before its body is read. If the body can request a dry run, charges
 * only the work. Throws `too-often`.
 */
export async function chargeRequest(
  app: FastifyInstance,
  endpoint: ChargedEndpoint,
  request: FastifyRequest,
): Promise<void> {
  const amounts = getBaseAmounts(app, endpoint, request);
  await charge(app, request, listPayers(endpoint.cost, request), amounts);
}

/**
 * Charges a request for a public endpoint to the visitors of its network. If they have used up their limit, charges the
 * account of the request's session, because pages of signed-in users need public endpoints, too. Throws `too-often`.
 */
export async function chargePublicRequest(
  app: FastifyInstance,
  endpoint: ChargedEndpoint,
  request: FastifyRequest,
): Promise<void> {
  const amounts = getBaseAmounts(app, endpoint, request);
  const visitors = listPayers(endpoint.cost, request);
  const refusal = app.rateLimiter.charge(visitors, amounts);
  if (!refusal) return;
  const caller = await app.identify(request);
  if (!caller) throw createTooOftenProblem(app, request, refusal);
  await charge(app, request, listPayers(endpoint.cost, { caller, ip: request.ip }), amounts);
}

/** Returns true if the cost of a request depends on its body. */
export const hasBodyCost = (endpoint: Pick<Endpoint, 'body' | 'costPer'>): boolean =>
  endpoint.costPer !== undefined || offersDryRun(endpoint);

const offersDryRun = ({ body }: Pick<Endpoint, 'body'>): boolean =>
  body instanceof z.ZodObject && 'dryRun' in body.shape;

/**
 * Charges what depends on the body, once it is valid: the entries of the array `costPer` after the first one and, unless
 * the request is a dry run, the rows and emails. Throws `too-often`.
 */
export async function chargeBody(
  app: FastifyInstance,
  endpoint: Pick<Endpoint, 'body' | 'cost' | 'costPer'>,
  request: FastifyRequest,
): Promise<void> {
  const { base, each = {} } = requestCosts[endpoint.cost];
  const body = request.body as Record<string, unknown>;
  const entries = body[endpoint.costPer ?? ''];
  const furtherEntries = Array.isArray(entries) ? Math.max(0, entries.length - 1) : 0;
  const amounts = createUsage();
  addUsage(amounts, multiplyAmounts(each, furtherEntries));
  const isDryRunOffered = offersDryRun(endpoint);
  if (isDryRunOffered) addUsage(amounts, { ...base, work: 0 });
  const isDryRun = isDryRunOffered && body.dryRun === true;
  const charged = isDryRun ? { work: amounts.work } : amounts;
  // `chargeRequest` has counted the request already.
  await charge(app, request, listPayers(endpoint.cost, request), charged, 0);
}

const multiplyAmounts = (amounts: Amounts, factor: number): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, amount * factor]));

async function charge(
  app: FastifyInstance,
  request: FastifyRequest,
  payers: readonly Payer[],
  amounts: Amounts,
  requests: 0 | 1 = 1,
): Promise<void> {
  const refusal = app.rateLimiter.charge(payers, amounts, requests);
  if (refusal) throw createTooOftenProblem(app, request, refusal);
}

function listPayers(
  cost: Endpoint['cost'],
  { caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
): Payer[] {
  const network = getNetworkPrefix(ip);
  if (!caller) {
    const kind = cost === 'entry' ? 'entries' : 'guests';
    return [{ kind, id: network, limits: networkLimits[kind] }];
  }
  const isUnconfirmed = caller.role === 'student' && !caller.isConfirmed;
  const limits = accountLimits[isUnconfirmed ? 'unconfirmed' : caller.role];
  const kind = isUnconfirmed ? 'unconfirmed' : 'network';
  return [
    { kind: 'account', id: caller.userId, limits },
    { kind, id: network, limits: networkLimits[kind] },
  ];
}

function getBaseAmounts(
  app: FastifyInstance,
  endpoint: ChargedEndpoint,
  request: FastifyRequest,
): Amounts {
  const { base } = requestCosts[endpoint.cost];
  if (offersDryRun(endpoint)) return { work: base.work ?? 0 };
  return endpoint.files ? { ...base, ...getUploadAmounts(app, endpoint, request) } : base;
}

/** Uses the size that the request declares, at most the size that the endpoint accepts. */
function getUploadAmounts(
  { services }: FastifyInstance,
  endpoint: ChargedEndpoint,
  { headers, params }: FastifyRequest,
): Amounts {
  const maxBytes = getMaxBodyBytes(endpoint, params, services);
  const declared = Number(headers['content-length'] ?? maxBytes);
  return { megabytes: Math.min(declared, maxBytes) / bytesPerMegabyte };
}

const accountReasons: Readonly<Record<LimitedResource, string>> = {
  work: 'Your account has sent more requests than the portal accepts at once.',
  rows: 'Your account has saved more changes than the portal accepts at once.',
  megabytes: 'Your account has uploaded more than the portal accepts at once.',
  emails: 'Your account has caused more emails than the portal sends at once.',
};
const networkReason = 'The portal has received too many requests from your network.';

function createTooOftenProblem(
  { services: { content } }: FastifyInstance,
  { method }: FastifyRequest,
  { payer, resource, waitMs }: RateLimitRefusal,
): Problem {
  const retryAfter = Math.ceil(waitMs / 1000);
  const reason = payer.kind === 'account' ? accountReasons[resource] : networkReason;
  const effect = method === 'GET' || method === 'HEAD' ? '' : ' Nothing was saved.';
  const advice = `Please try again in ${formatWait(retryAfter)}. If you need more, write to ${content.department.office.email}.`;
  return new Problem('too-often', `${reason}${effect} ${advice}`, { retryAfter });
}

function formatWait(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
