import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { links } from '#contract/links.ts';
import {
  Problem,
  type ProblemCode,
  type ProblemReply,
  problemStatuses,
  toValidationProblem,
} from '#contract/problem.ts';
import { buildUnknownPath } from '#contract/unknown-path.ts';
import { isClosedRecordError } from '#server/db/closed/closed-records.ts';
import {
  DatabaseAccessRefusedError,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseIoError,
} from '#server/db/connect.ts';
import { createStorageFullProblem } from '#server/storage/disk-space.ts';
import { FilesUnavailableError } from '#server/storage/file-store.ts';
import { isNavigationRequest } from './navigation.ts';

/** Replies to a `Problem` with its status and message, and to an unexpected error with code `fault` and no details. */
export function addErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((request, reply) =>
    replyWith(new Problem('not-found', 'This page does not exist.'), request, reply),
  );
}

/** Replies to an error, even if it occurred before routing. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isUnreadable = (error as Partial<FastifyError>).code === 'FST_ERR_BAD_URL';
  if (isUnreadable && isNavigationRequest(request)) return redirectUnknownPath(request, reply);
  const problem = asProblem(error, request);
  const isFileLink =
    request.routeOptions.config.endpoint?.fileCookie && isNavigationRequest(request);
  if (isFileLink && problem.code === 'signed-out') return redirectToLogin(request, reply);
  return replyWith(problem, request, reply);
}

/** Leads someone who opens a link to a file, for example from an email, to the login and afterwards to the file. */
function redirectToLogin({ url }: FastifyRequest, reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').redirect(links.logInTo(url));
}

function replyWith(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { fields, conflicts, affected, inUse, retryAfter } = problem.details;
  const body: ProblemReply = {
    code: problem.code,
    message: problem.message,
    error: problem.message,
    ...(fields && { fields }),
    ...(conflicts && { conflicts }),
    ...(affected && { affected }),
    ...(inUse && { inUse }),
    ...(problem.code === 'fault' && { requestId: request.id }),
  };
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return (
    reply
      .code(problem.status)
      // Set this header here, because no hooks run for a malformed URL.
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  );
}

/** Redirects from a path that the client cannot read, such as `/100%` or `//`, to one whose page names it as typed. */
export function redirectUnknownPath({ url }: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = url.split('?');
  return reply.redirect(buildUnknownPath(path));
}

function asProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return toValidationProblem({
      issues: error.validation.map(({ instancePath, message = 'The request is not valid.' }) => ({
        path: instancePath.split('/').slice(1),
        message,
      })),
    });
  }
  if (error instanceof FilesUnavailableError) {
    request.log.error({ err: error }, 'the file storage does not respond');
    const message = 'The portal can’t reach its files. Please try again in a moment.';
    return new Problem('unavailable', message, { retryAfter: 5 });
  }
  if (isClosedRecordError(error)) {
    const message =
      'This belongs to a closed session and can’t be changed. An admin can reopen it under Settings.';
    return new Problem('cohort-closed', message);
  }
  if (isFull(error)) return createStorageFullProblem(request.server.services);
  if (isDatabaseFull(error)) {
    const { email } = request.server.services.content.department.office;
    const message = `The portal’s disk is full, so this couldn’t be saved. Nothing was changed. Please contact the FYP office (${email}) and try again later.`;
    return new Problem('unavailable', message, { retryAfter: 60 });
  }
  if (/^E[MN]FILE$/.test(getErrorCode(error))) {
    request.log.error(
      { err: error },
      'too many open files: raise the limit (LimitNOFILE, ulimit -n)',
    );
    const message = 'The portal is very busy. Please try again in a moment.';
    return new Problem('unavailable', message, { retryAfter: 5 });
  }
  const code = codeOfStatus((error as FastifyError | undefined)?.statusCode);
  // Fastify sets a status on client connection errors. A connection error without a status comes from the database.
  if (code === undefined && isUnavailable(error)) {
    request.log.error({ err: error }, describeOutage(error));
    const message = 'The portal can’t reach its database. Please try again in a moment.';
    return new Problem('unavailable', message, { retryAfter: 5 });
  }
  if (code && error instanceof Error) {
    return new Problem(code, messages[(error as FastifyError).code] ?? error.message);
  }
  if (hasDisconnected(error, request)) {
    return new Problem('invalid', 'The request was cut short.');
  }
  request.log.error({ err: error }, 'a request failed');
  return new Problem(
    'fault',
    `Something went wrong in the portal. Please try again. If it happens again, contact the FYP office and quote the number ${request.id}.`,
  );
}

const messages: Record<string, string> = {
  FST_ERR_BAD_URL: 'This URL is malformed.',
  FST_ERR_MAX_PARAM_LENGTH: 'This URL is too long.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  ECONNRESET: 'The request was cut short.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This kind of content is not accepted here.',
};

function codeOfStatus(status: number | undefined): ProblemCode | undefined {
  if (status === undefined || status >= 500 || status < 400) return undefined;
  const known = {
    404: 'not-found',
    408: 'too-slow',
    413: 'too-large',
    415: 'invalid',
    429: 'too-often',
  } as const;
  return known[status as keyof typeof known] ?? 'invalid';
}

function hasDisconnected(error: unknown, request: FastifyRequest): boolean {
  const isCutShort =
    error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isCutShort && request.raw.socket.destroyed;
}

const unreachable =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/;

/** Returns true if the disk or a quota is full. `watchDiskSpace` logs these errors, so they are not logged here. */
function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

const isRefusedLogin = /^28/;
const isBadCertificate =
  /^(ERR_(TLS|SSL)_\w+|CERT_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/;

/** Returns a log message for the operator. */
function describeOutage(error: unknown): string {
  const code = getErrorCode(error);
  if (isRefusedLogin.test(code)) {
    return 'the database rejects the login: check the user and password in DATABASE_URL';
  }
  if (isBadCertificate.test(code)) {
    return 'the certificate of the database is not trusted: check sslmode in DATABASE_URL and NODE_EXTRA_CA_CERTS';
  }
  return 'the database does not answer';
}

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Returns true for errors that may not recur on a retry, such as lost connections, shutdowns and deadlocks. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getErrorCode(error);
  return (
    error instanceof DatabaseAccessRefusedError ||
    isDatabaseIoError(error) ||
    isDatabaseBusy(error) ||
    isRefusedLogin.test(code) ||
    isBadCertificate.test(code) ||
    /^(08|25006|40|53|55000|57014|57P)/.test(code) ||
    unreachable.test(code) ||
    ('syscall' in error && error.syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed)|Postgres connection has been discarded)/.test(
      error.message,
    )
  );
}

export const getProblemStatus = (code: ProblemCode): number => problemStatuses[code];
