import {
  addressOf,
  type CallInput,
  type Endpoint,
  formFieldsOf,
  type ReplyOf,
} from '#contract/endpoint.ts';
import { Problem, type ProblemCode, ProblemReply } from '#contract/problem.ts';
import { login } from '#contract/session.ts';

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Somebody who calls the portal over HTTP as the browser does: signed out, or with a token. */
export class Caller {
  readonly url: string;
  readonly token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.token = token;
  }

  /** Calls and gives the reply. Throws the portal's Problem, as the client rebuilds it, and for a reply that is not the contract's. */
  async call<E extends Endpoint>(
    endpoint: E,
    ...[input]: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
  ): Promise<ReplyOf<E>> {
    const response = await this.request(endpoint, input as Input | undefined);
    const body = await response.json();
    if (response.ok) {
      // The portal cuts a reply and does not hold it against the contract: here that is done, for each one.
      endpoint.reply.parse(body);
      return body as ReplyOf<E>;
    }
    const { code, message, ...details } = ProblemReply.parse(body);
    const retryAfter = response.headers.get('retry-after');
    throw new Problem(code as ProblemCode, message, {
      ...details,
      ...(retryAfter && { retryAfter: Number(retryAfter) }),
    });
  }

  /** The response itself, for what a parsed reply does not tell: status, headers, bytes. */
  request(endpoint: Endpoint, input: Input = {}): Promise<Response> {
    const { body } = input;
    return this.fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      ...(endpoint.files
        ? { body: formOf(body) }
        : body !== undefined && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
    });
  }

  /** Any request with this caller's token. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(`${this.url}${path}`, { ...init, headers });
  }

  /** The same portal as someone else; throws the login's refusal. */
  async logIn(email: string, password: string): Promise<Caller> {
    const { token } = await new Caller(this.url).call(login, { body: { email, password } });
    return new Caller(this.url, token);
  }
}

/** A body with files as the browser sends it. */
export function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of formFieldsOf(body)) {
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, String(value));
  }
  return form;
}
