import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ProblemReply } from '#contract/problem.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import type { Portal } from './portal.ts';

type Input = Parameters<ApiCaller['request']>[1];
export type Refusal = ProblemReply & { status: number; retryAfter: string | null };

export async function readRefusal(response: Response): Promise<Refusal> {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body = ProblemReply.parse(await response.json());
  expect(body.error).toBe(body.message);
  return { ...body, status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** Asserts that the request is rejected and changes no row, file or email. Returns the error reply. */
export async function expectRefusal(
  portal: Portal,
  caller: ApiCaller,
  endpoint: Endpoint,
  input: Input = {},
): Promise<Refusal> {
  return expectRefusalWhenSending(portal, () => caller.request(endpoint, input));
}

export async function expectRefusalWhenSending(
  portal: Portal,
  send: () => Promise<Response>,
): Promise<Refusal> {
  const before = await portal.snapshot();
  const refusal = await readRefusal(await send());
  expect(await portal.snapshot()).toEqual(before);
  return refusal;
}
