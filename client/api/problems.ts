import type { FormErrors } from '@mantine/form';
import { Problem, type ProblemCode, ProblemReply, problems } from '#contract/problem.ts';
import { type RawReply, Unreachable } from './send.ts';

const codes = Object.keys(problems) as ProblemCode[];

/**
 * The refusal in a reply. A gateway that replies for a server that is down counts as no reply;
 * any other reply that is not the portal's own becomes a Problem without a message.
 */
export function problemOf({ status, body, retryAfter }: RawReply): Problem | Unreachable {
  const reply = ProblemReply.safeParse(body);
  if (!reply.success) {
    if (status === 502 || status === 504) return new Unreachable();
    return new Problem(codes.find((code) => problems[code] === status) ?? 'fault', '');
  }
  const { code, message, fields, conflicts, affected, requestId } = reply.data;
  const known = codes.find((candidate) => candidate === code) ?? 'fault';
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const quote = requestId && !message.includes(requestId) ? ` Reference: ${requestId}.` : '';
  return new Problem(known, message + quote, {
    fields,
    conflicts,
    affected,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/**
 * The message of a failed call: the server's own message, else `fallback`; when no reply came,
 * `unreachable` (spec 8 has a text of its own for it on most pages).
 */
export function messageOf(error: unknown, fallback: string, unreachable = fallback): string {
  if (error instanceof Unreachable) return unreachable;
  return (error instanceof Problem && error.message) || fallback;
}

/** True for a call that the person cancelled: there is nothing to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What the server says of each field, by its path (`groupMembers.0.email`); empty when nothing. */
export function fieldErrorsOf(error: unknown): FormErrors {
  return (error instanceof Problem && error.details.fields) || {};
}
