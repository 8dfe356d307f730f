import type { FormErrors } from '@mantine/form';
import { Problem, type ProblemCode, ProblemReply, problemStatuses } from '#contract/problem.ts';
import { ConnectionError, type RawReply } from './connection/send.ts';

const codes = Object.keys(problemStatuses) as ProblemCode[];

/** Converts an unknown body to a connection error for status 502 or 504, and to a problem without text otherwise. */
export function toProblem({ status, body, retryAfter }: RawReply): Problem | ConnectionError {
  const reply = ProblemReply.safeParse(body);
  if (!reply.success) {
    if (status === 502 || status === 504) return new ConnectionError();
    return new Problem(codes.find((code) => problemStatuses[code] === status) ?? 'fault', '');
  }
  const { code, message, fields, conflicts, affected, inUse, requestId } = reply.data;
  const known = codes.find((candidate) => candidate === code) ?? 'fault';
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const quote = requestId && !message.includes(requestId) ? ` Reference: ${requestId}.` : '';
  return new Problem(known, message + quote, {
    fields,
    conflicts,
    affected,
    inUse,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** Returns the server's message or `fallback`. Returns `unreachable` if the server did not reply (spec 8). */
export function getErrorMessage(error: unknown, fallback: string, unreachable = fallback): string {
  if (error instanceof ConnectionError) return unreachable;
  return (error instanceof Problem && error.message) || fallback;
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Keys are field paths such as `groupMembers.0.email`. */
export function getFieldErrors(error: unknown): FormErrors {
  return (error instanceof Problem && error.details.fields) || {};
}
