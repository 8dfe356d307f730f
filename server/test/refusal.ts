import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ProblemReply } from '#contract/problem.ts';
import type { Caller } from '#tools/test/caller.ts';
import type { Portal } from './portal.ts';

type Input = Parameters<Caller['request']>[1];
export type Refusal = ProblemReply & { status: number; retryAfter: string | null };

/** Parses the reply to a rejected request. Fails if the reply is not a valid `ProblemReply`. */
export async function readRefusal(response: Response): Promise<Refusal> {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body = ProblemReply.parse(await response.json());
  expect(body.error).toBe(body.message);
  return { ...body, status: response.status, retryAfter: response.headers.get('retry-after') };
}

/**
 * Sends a request that must be rejected, asserts that it changes no row, file or email, and returns the error reply.
 */
export async function expectRefusal(
  portal: Portal,
  caller: Caller,
  endpoint: Endpoint,
  input: Input = {},
): Promise<Refusal> {
  return expectRefusalFrom(portal, () => caller.request(endpoint, input));
}

export async function expectRefusalFrom(
  portal: Portal,
  send: () => Promise<Response>,
): Promise<Refusal> {
  const before = await portal.snapshot();
  const refusal = await readRefusal(await send());
  expect(await portal.snapshot()).toEqual(before);
  return refusal;
}
