import type { z } from 'zod';
import type { AuditAction } from './audit-actions.ts';
import type { ProblemCode } from './problem.ts';
import type { FileKind } from './rules/document-kinds.ts';
import type { ModuleName } from './settings/modules.ts';
import type { Role } from './values/roles.ts';

/** Callers that an endpoint accepts: everybody (`public`), or users with one of the listed roles. */
export type EndpointAccess = 'public' | readonly Role[];

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: EndpointAccess;
  /** Module to which the endpoint belongs. If the module is switched off, every request is refused. */
  module?: ModuleName;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Schema of the JSON body, or of the multipart form if `files` is set (`a[0][b]` becomes `a: [{ b }]`). */
  body?: z.ZodType;
  /** Kind of each file, by field name (`*` matches any array index). For `by-path`, it is the path parameter `kind`. */
  files?: Readonly<Record<string, FileKind | 'by-path'>>;
  /** Accepts URL-encoded requests of mail clients, which may also come from the pages of other sites (RFC 8058). */
  isUrlencoded?: true;
  /** Maximum number of array elements that `*` in `files` matches. */
  times?: number;
  /** Maximum size in bytes of a JSON body, or of a form without its files; the default is 64 kB. */
  maxText?: number;
  /** Maximum number of values in a JSON body, counted by commas and opening brackets; the default is 20,000. */
  maxParts?: number;
  /** Accepts the file cookie, which is set at login and valid for file URLs only, in addition to a bearer token. */
  fileCookie?: true;
  /** Audit actions that the endpoint records, or the reason why it records none. Required for endpoints that write. */
  audit?: readonly AuditAction[] | `nothing: ${string}`;
  status?: 200 | 201;
  reply: z.ZodType;
  /** Fields of the reply that the specification names, without which the client takes no reply for a success (spec 7). */
  confirmedBy?: readonly string[];
  /** Error codes besides those that every endpoint may return (`problemReplies` in `server/http/serve.ts`). */
  problems: readonly ProblemCode[];
};

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type Optional<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export type EndpointInput<E extends Endpoint> = Optional<{
  params: InputOf<E['params']>;
  query: E['query'] extends z.ZodType ? z.input<E['query']> | undefined : undefined;
  body: InputOf<E['body']>;
}>;

export type EndpointReply<E extends Endpoint> = z.output<E['reply']>;

/** Builds a request URL with escaped parameters. Omits undefined and empty query parameters. */
export function buildEndpointUrl(
  { path }: Pick<Endpoint, 'path'>,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Flattens a body to form fields. Nested values get names such as `groupMembers[0][name]` (spec 7, creategroup). */
export function toFormFields(body: unknown, prefix = ''): [string, unknown][] {
  if (body === undefined || body === null) return [];
  const isPlain = Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
  if (!isPlain) return [[prefix, body]];
  return Object.entries(body as object).flatMap(([key, value]) =>
    toFormFields(value, prefix === '' ? key : `${prefix}[${key}]`),
  );
}

export function mayAccess(access: EndpointAccess, role: Role | undefined): boolean {
  return access === 'public' || (role !== undefined && access.includes(role));
}
