import { request } from 'node:http';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import { formOf } from '#tools/test/caller.ts';

type Input = { params?: Record<string, unknown>; body?: unknown };
/** A call as bytes, to be sent again as it was. */
export type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
};
/** A whole answer. */
export type Answer = { status: number; body: Record<string, unknown> };

export async function rawRequest(
  endpoint: Endpoint,
  input: Input,
  token?: string,
): Promise<RawRequest> {
  const { method, files } = endpoint;
  const content = files ? formOf(input.body) : JSON.stringify(input.body ?? {});
  const encoded = new Response(content);
  const type = files ? (encoded.headers.get('content-type') ?? '') : 'application/json';
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = {
    'content-length': String(body.length),
    'content-type': type,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return { method, path: addressOf(endpoint, input), headers, body };
}

/**
 * Sends a request on a connection of its own. Undefined when no whole answer came; with `cutAfterMs` the connection is
 * cut that long after the last byte was sent.
 */
export function sendRaw(
  url: string,
  { method, path, headers, body }: RawRequest,
  cutAfterMs?: number,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, { method, headers, agent: false });
    call.on('error', () => resolve(undefined));
    call.on('close', () => resolve(undefined));
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', () => resolve(undefined));
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (!response.complete || cutAfterMs !== undefined) return;
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(String(Buffer.concat(chunks))),
        });
      });
    });
    call.end(body, () => {
      if (cutAfterMs !== undefined) setTimeout(() => call.destroy(), cutAfterMs);
    });
  });
}
