import type { CallInput, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { problemOf } from './problems.ts';
import { askToLogInAgain } from './relogin.ts';
import { type AnyInput, type SendOptions, send } from './send.ts';
import { getSession } from './session.ts';

/** The input may be left out where a call takes none. */
export type CallArguments<E extends Endpoint, Options> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: Options]
    : [input: CallInput<E>, options?: Options];

async function tryCall<E extends Endpoint>(
  endpoint: E,
  input: AnyInput,
  token: string | undefined,
  options?: SendOptions,
): Promise<ReplyOf<E>> {
  const raw = await send(endpoint, input, token, options);
  if (raw.status >= 200 && raw.status < 300) return raw.body as ReplyOf<E>;
  throw problemOf(raw);
}

/**
 * Does what needs the session's token, and once more when the session has expired and the person has logged in again
 * in a dialog over the page. When they cancel, it fails with the Problem `signed-out`.
 */
export async function inSession<T>(
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
    if (!isRenewed && (await askToLogInAgain()) === 'cancelled') throw error;
    signal?.throwIfAborted();
    return work(getSession()?.token);
  }
}

/**
 * Makes one call of the contract. Throws the server's Problem, Unreachable when no reply came, and
 * the signal's reason when cancelled. When the session has expired, the person logs in again in a dialog
 * over the page and the call is repeated once, so that nothing typed is lost.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[given, options]: CallArguments<E, SendOptions>
): Promise<ReplyOf<E>> {
  const input: AnyInput = given ?? {};
  return inSession((token) => tryCall(endpoint, input, token, options), options?.signal);
}
