import type { FormErrors } from '@mantine/form';
import { Problem, type ProblemCode, ProblemReply, problemStatuses } from '#contract/problem.ts';
import { ConnectionError, type RawReply } from './connection/send.ts';
import { toLenient } from './to-lenient.ts';

const codes = Object.keys(problemStatuses) as ProblemCode[];

const AnyReply = toLenient(ProblemReply);

/**
 * Reads each field of an error reply by itself, because other servers and proxies may send only a text (spec 8). A body
 * without text becomes a connection error for status 502 or 504, and a problem without text otherwise.
 */
export function toProblem({ status, body, retryAfter }: RawReply): Problem | ConnectionError {
  const { code, message, error, requestId, ...details } = AnyReply.safeParse(body).data ?? {};
  const text = [message, error].find((candidate) => candidate?.trim());
  if (!text && (status === 502 || status === 504)) return new ConnectionError();
  const known =
    codes.find((candidate) => candidate === code) ??
    codes.find((candidate) => problemStatuses[candidate] === status) ??
    'fault';
  if (!text) return new Problem(known, '');
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const quote = requestId && !text.includes(requestId) ? ` Reference: ${requestId}.` : '';
  return new Problem(known, text + quote, {
    ...details,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** Describes a reply that the portal has not sent, although its status says that the request was successful. */
export const toForeignReplyProblem = () =>
  new Problem(
    'fault',
    'Something on your network blocked the portal’s reply. Reload the page. If the problem continues, contact the FYP office.',
  );

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

export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'unconfirmed';
