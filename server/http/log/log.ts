import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';
import { lineForPeople } from './log-for-people.ts';

/** Of an error what tells where it came from. Its other properties hold what was sent: rows, emails, raw requests. */
function errorInLog(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: name,
    message,
    stack,
    ...code,
    ...(cause !== undefined && { cause: errorInLog(cause) }),
  };
}

/** Of a request no headers, no body, and no query: whatever somebody puts there is not for the log. */
const requestInLog = ({ method, url, ip }: FastifyRequest) => ({
  method,
  path: url.split('?')[0],
  address: ip,
});

/**
 * Of an answer its status and whose account asked, by its id: names and emails are for the audit trail. Fastify tells of
 * what it turns away while it closes by a status alone.
 */
const answerInLog = ({
  statusCode,
  request,
}: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>) => ({
  statusCode,
  account: request?.caller?.userId,
});

/**
 * The portal's log, without passwords, tokens, marks and feedback: lines of JSON, or readable ones where standard output is
 * a terminal.
 */
export type Log = ReturnType<typeof openLog>;

export function openLog(level: string, destination = terminal()) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorInLog, req: requestInLog, res: answerInLog },
  };
  return destination ? pino(options, destination) : pino(options);
}

function terminal(): pino.DestinationStream | undefined {
  if (!process.stdout.isTTY) return undefined;
  return { write: (line) => process.stdout.write(lineForPeople(line)) };
}
