import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';
import { parseClientAddress } from '#server/http/connections/parse-client-address.ts';
import { redactLine, redactPath } from './redact.ts';
import { formatLogEntryForTerminal } from './terminal-format.ts';

/** Returns only the safe properties of an error, because other properties may contain rows, emails or raw requests. */
function serialiseError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: name,
    message,
    stack,
    ...code,
    ...(cause !== undefined && { cause: serialiseError(cause) }),
  };
}

/** Logs a request without headers, body, query and secret path segments, which may contain personal data. */
const serialiseRequest = ({ method, url, ip }: FastifyRequest) => ({
  method,
  path: redactPath(url.split(/[?#]/)[0] ?? ''),
  address: parseClientAddress(ip),
});

/** Returns the status and the caller's account id. During shutdown, Fastify passes an object with only a status. */
const serialiseReply = ({
  statusCode,
  request,
}: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>) => ({
  statusCode,
  account: request?.caller?.userId,
});

export type PortalLogger = ReturnType<typeof createLogger>;

/** Creates a logger that omits passwords, tokens, marks and feedback. Writes JSON, or readable lines on a terminal. */
export function createLogger(level: string, destination = openTerminal()) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serialiseError, req: serialiseRequest, res: serialiseReply },
    hooks: { streamWrite: redactLine },
  };
  return destination ? pino(options, destination) : pino(options);
}

function openTerminal(): pino.DestinationStream | undefined {
  if (!process.stdout.isTTY) return undefined;
  return { write: (line) => process.stdout.write(formatLogEntryForTerminal(line)) };
}
