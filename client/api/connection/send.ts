import { findChangedFile } from '#client/api/files/find-changed-file.ts';
import { buildEndpointUrl, type Endpoint, toFormFields } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { recordServerTime } from './server-clock.ts';

/** The request got no reply, for example because of a lost connection or a timeout. */
export class ConnectionError extends Error {
  constructor(cause?: unknown) {
    super('Couldn’t reach the server.', { cause });
    this.name = 'Unreachable';
  }
}

export type SendOptions = {
  signal?: AbortSignal;
  /** Receives the fraction of the form that has been sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** True to complete the request even if the page is closed. The body may then have at most 64 kB. */
  keepalive?: boolean;
};

export type RawReply = {
  status: number;
  /** Undefined if the reply is not JSON. */
  body: unknown;
  /** True for a reply without any content, such as one with status 204. */
  isEmpty?: boolean;
  retryAfter: string | null;
};

export type AnyEndpointInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

function parse(text: string): Pick<RawReply, 'body' | 'isEmpty'> {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: undefined, isEmpty: text.trim() === '' };
  }
}

function toFormData(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of toFormFields(body)) {
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, String(value));
  }
  return form;
}

/** Throws a problem with the paths of the files that cannot be read any more. */
async function requireReadableFiles(body: unknown): Promise<void> {
  const fields: Record<string, string> = {};
  for (const [name, value] of toFormFields(body)) {
    const message = value instanceof File ? await findChangedFile(value) : undefined;
    if (message) fields[name.replaceAll(/\[(\w+)\]/g, '.$1')] = message;
  }
  const [message] = Object.values(fields);
  if (message) throw new Problem('invalid', message, { fields });
}

/** Checks the files before and after, because a USB stick may be unplugged during the upload. */
async function sendFiles(body: unknown, send: () => Promise<RawReply>): Promise<RawReply> {
  await requireReadableFiles(body);
  try {
    return await send();
  } catch (error) {
    if (error instanceof ConnectionError) await requireReadableFiles(body);
    throw error;
  }
}

/** Sends a form with XMLHttpRequest, because `fetch` does not report upload progress. */
function sendForm(
  address: string,
  method: string,
  headers: Record<string, string>,
  form: FormData,
  { signal, onProgress }: SendOptions,
): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  const request = new XMLHttpRequest();
  request.open(method, address);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total);
  };
  request.onload = () => {
    recordServerTime(request.getResponseHeader('Date'));
    resolve({
      status: request.status,
      ...parse(request.responseText),
      retryAfter: request.getResponseHeader('Retry-After'),
    });
  };
  request.onerror = () => reject(new ConnectionError());
  request.ontimeout = () => reject(new ConnectionError());
  const abort = () => {
    request.abort();
    reject(signal?.reason);
  };
  if (signal?.aborted) abort();
  else {
    signal?.addEventListener('abort', abort, { once: true });
    request.send(form);
  }
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}

/** JSON writes NaN and Infinity as null, which can have a meaning of its own. The portal refuses a text instead. */
const keepInvalidNumber = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

async function sendJson(
  address: string,
  method: string,
  headers: Record<string, string>,
  body: unknown,
  { signal, keepalive }: SendOptions,
): Promise<RawReply> {
  const init: RequestInit = { method, headers, signal, keepalive };
  if (body !== undefined) {
    init.body = JSON.stringify(body, keepInvalidNumber);
    init.headers = { ...headers, 'Content-Type': 'application/json' };
  }
  try {
    const reply = await fetch(address, init);
    recordServerTime(reply.headers.get('Date'));
    return {
      status: reply.status,
      ...parse(await reply.text()),
      retryAfter: reply.headers.get('Retry-After'),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError(error);
  }
}

/** Returns the reply, even for an error status. Throws a connection error or the signal's abort reason. */
export function sendRequest(
  endpoint: Endpoint,
  input: AnyEndpointInput,
  token: string | undefined,
  options: SendOptions = {},
): Promise<RawReply> {
  const address = buildEndpointUrl(endpoint, input);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const { method } = endpoint;
  if (!endpoint.files) return sendJson(address, method, headers, input.body, options);
  return sendFiles(input.body, () =>
    sendForm(address, method, headers, toFormData(input.body), options),
  );
}
