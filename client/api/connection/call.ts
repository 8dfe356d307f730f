import { toForeignReplyProblem, toProblem } from '#client/api/problems.ts';
import { areCallsStopped, getSession } from '#client/api/session/session.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { requestRelogin } from './relogin.ts';
import { type AnyEndpointInput, type RawReply, type SendOptions, sendRequest } from './send.ts';

export type CallArguments<E extends Endpoint, Options> =
  Record<string, never> extends EndpointInput<E>
    ? [input?: EndpointInput<E>, options?: Options]
    : [input: EndpointInput<E>, options?: Options];

/**
 * Returns the body of a successful reply. A proxy or a network's login page may answer with its own page and status 200,
 * so the status alone confirms nothing. A write may succeed without a body where the specification shows none (spec 7);
 * its callers read every field of the reply as optional.
 */
function readReply(endpoint: Endpoint, raw: RawReply): unknown {
  if (raw.status < 200 || raw.status >= 300) throw toProblem(raw);
  const { body, isEmpty } = raw;
  const confirming = endpoint.confirmedBy ?? [];
  if (isEmpty && endpoint.method !== 'GET' && confirming.length === 0) return {};
  const isObject = typeof body === 'object' && body !== null;
  if (!isObject || !confirming.every((field) => field in body)) throw toForeignReplyProblem();
  return body;
}

async function tryCall<E extends Endpoint>(
  endpoint: E,
  input: AnyEndpointInput,
  token: string | undefined,
  options?: SendOptions,
): Promise<EndpointReply<E>> {
  const raw = await sendRequest(endpoint, input, token, options);
  return readReply(endpoint, raw) as EndpointReply<E>;
}

/** If the session has expired, retries `work` after a new login. Throws a `signed-out` problem if the user cancels. */
export async function runWithSession<T>(
  work: (token: string | undefined) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const token = getSession()?.token;
  try {
    return await work(token);
  } catch (error) {
    const isExpired = error instanceof Problem && error.code === 'signed-out';
    if (!isExpired || token === undefined) throw error;
    const isRenewed = getSession()?.token !== token;
    if (!isRenewed && (await requestRelogin()) === 'cancelled') throw error;
    signal?.throwIfAborted();
    return work(getSession()?.token);
  }
}

/** Like `call`, but does not ask for a login. For requests that the user has not started. */
export function callInBackground<const E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E, SendOptions>
): Promise<EndpointReply<E>> {
  return tryCall(endpoint, input ?? {}, getSession()?.token, options);
}

/** Throws a `Problem`, a connection error or the signal's abort reason. Asks for a login if the session has expired. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[rawInput, options]: CallArguments<E, SendOptions>
): Promise<EndpointReply<E>> {
  const input: AnyEndpointInput = rawInput ?? {};
  if (areCallsStopped()) return new Promise<never>(() => {});
  return runWithSession((token) => tryCall(endpoint, input, token, options), options?.signal);
}
