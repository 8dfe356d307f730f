import { runWithSession } from '#client/api/connection/call.ts';
import { type AnyEndpointInput, ConnectionError } from '#client/api/connection/send.ts';
import { toForeignReplyProblem, toProblem } from '#client/api/problems.ts';
import { buildEndpointUrl, type Endpoint, type EndpointInput } from '#contract/endpoint.ts';
import { downloadWarningHeader } from '#contract/exports/downloads.ts';

type DownloadOptions = { signal: AbortSignal; onProgress: (bytes: number) => void };

type DownloadedFile = { name: string; content: Blob; warning?: string };

/** Downloads a file. Calls `onProgress` with the number of bytes received so far. Throws the same errors as `call`. */
export async function fetchFile<const E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { signal, onProgress }: DownloadOptions,
): Promise<DownloadedFile> {
  const address = buildEndpointUrl(endpoint, input as AnyEndpointInput);
  return runWithSession(async (token) => {
    const { body: sent } = input as AnyEndpointInput;
    const headers = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    };
    const body = sent === undefined ? null : JSON.stringify(sent);
    try {
      const response = await fetch(address, { method: endpoint.method, headers, body, signal });
      if (!response.ok) {
        const refusal: unknown = await response.json().catch(() => undefined);
        const retryAfter = response.headers.get('Retry-After');
        throw toProblem({ status: response.status, body: refusal, retryAfter });
      }
      const disposition = response.headers.get('Content-Disposition');
      // The portal sends every file with this header. The page of a proxy or of the network's login has none.
      if (disposition === null) throw toForeignReplyProblem();
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      for await (const part of readChunks(response)) {
        parts.push(part);
        bytes += part.length;
        onProgress(bytes);
      }
      const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
      const type = response.headers.get('Content-Type') ?? '';
      const warning = response.headers.get(downloadWarningHeader);
      return {
        name,
        content: new Blob(parts, { type }),
        ...(warning !== null && { warning: decodeURIComponent(warning) }),
      };
    } catch (error) {
      signal.throwIfAborted();
      // `fetch` throws a TypeError if there is no reply or the connection breaks.
      throw error instanceof TypeError ? new ConnectionError(error) : error;
    }
  }, signal);
}

/** Uses a reader, because some browsers do not support `for await` on a stream. */
async function* readChunks({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return;
    yield next.value;
  }
}
