import {
  buildEndpointUrl,
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  toFormFields,
} from '#contract/endpoint.ts';
import { Problem, type ProblemCode, ProblemReply } from '#contract/problem.ts';
import { login } from '#contract/session.ts';

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

export class ApiCaller {
  readonly url: string;
  readonly token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.token = token;
  }

  /** Calls an endpoint and returns its reply. Throws the portal's `Problem`, or an error if the reply is invalid. */
  async call<E extends Endpoint>(
    endpoint: E,
    ...[input]: Record<never, never> extends EndpointInput<E>
      ? [EndpointInput<E>?]
      : [EndpointInput<E>]
  ): Promise<EndpointReply<E>> {
    const response = await this.request(endpoint, input as Input | undefined);
    const body = await response.json();
    if (response.ok) {
      // Validate the reply here, because the server does not validate its replies.
      endpoint.reply.parse(body);
      return body as EndpointReply<E>;
    }
    const { code, message, ...details } = ProblemReply.parse(body);
    const retryAfter = response.headers.get('retry-after');
    throw new Problem(code as ProblemCode, message, {
      ...details,
      ...(retryAfter && { retryAfter: Number(retryAfter) }),
    });
  }

  request(endpoint: Endpoint, input: Input = {}): Promise<Response> {
    const { body } = input;
    return this.fetch(buildEndpointUrl(endpoint, input), {
      method: endpoint.method,
      ...(endpoint.files
        ? { body: toFormData(body) }
        : body !== undefined && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
    });
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(`${this.url}${path}`, { ...init, headers });
  }

  async logIn(email: string, password: string): Promise<ApiCaller> {
    const { token } = await new ApiCaller(this.url).call(login, { body: { email, password } });
    return new ApiCaller(this.url, token);
  }
}

export function toFormData(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of toFormFields(body)) {
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, String(value));
  }
  return form;
}
