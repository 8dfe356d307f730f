import { z } from 'zod';
import type { AuditAction } from './audit.ts';
import type { DocumentKind } from './documents.ts';
import type { ProblemCode } from './problem.ts';

export const roles = ['admin', 'faculty', 'student'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Who may call: anyone, or the signed-in people of these roles. There is no default: deny unless declared. */
export type Access = 'public' | readonly Role[];

/** The server, the client, the tests and the OpenAPI document all follow from this one value. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON, or with `files` the fields and files of a multipart form (`a[0][b]` becomes `a: [{ b }]`). */
  body?: z.ZodType;
  /** Which form fields carry a file, and of which kind (`by-path`: as the parameter `kind` says); `*` stands for an index. */
  files?: Readonly<Record<string, DocumentKind | 'by-path'>>;
  /** Also taken as `application/x-www-form-urlencoded`. */
  isUrlencoded?: true;
  /** How far a `*` in `files` counts. */
  times?: number;
  /** The most bytes of JSON, or of a form without its files; 64 kB unless said. */
  maxText?: number;
  /** The most values and objects of JSON; 20,000 unless said. */
  maxParts?: number;
  /** Also opened by the cookie that is set at login and valid for files alone. */
  fileCookie?: true;
  /** What it leaves in the audit trail, or why nothing; a write that says neither stops the start. */
  audit?: readonly AuditAction[] | `nothing: ${string}`;
  status?: 200 | 201;
  reply: z.ZodType;
  /** Beyond what any endpoint may reply with: see `problemReplies` in `server/http/serve.ts`. */
  problems: readonly ProblemCode[];
};

/** Keeps the literal types of an endpoint, so that callers and handlers are typed by it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type Optional<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** What a caller gives: params, query and body as the schemas take them in. */
export type CallInput<E extends Endpoint> = Optional<{
  params: InputOf<E['params']>;
  query: E['query'] extends z.ZodType ? z.input<E['query']> | undefined : undefined;
  body: InputOf<E['body']>;
}>;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** The address of a call, path parameters and query filled in and escaped. */
export function addressOf(
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

/** Flattens a body into form fields, nested values as `groupMembers[0][name]` (spec 7, creategroup). */
export function formFieldsOf(body: unknown, prefix = ''): [string, unknown][] {
  if (body === undefined || body === null) return [];
  const isPlain = Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
  if (!isPlain) return [[prefix, body]];
  return Object.entries(body as object).flatMap(([key, value]) =>
    formFieldsOf(value, prefix === '' ? key : `${prefix}[${key}]`),
  );
}

/** True when someone of this role (undefined: signed out) may call or open what declares `access`. */
export function mayAccess(access: Access, role: Role | undefined): boolean {
  return access === 'public' || (role !== undefined && access.includes(role));
}
