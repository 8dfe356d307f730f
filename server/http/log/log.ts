import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';
import { lineForPeople } from './log-for-people.ts';

/** Other properties of an error hold what was sent: rows, emails, raw requests. */
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

/** No headers, body or query, which may hold anything, and no secret that an address ends with. */
const requestInLog = ({ method, url, ip }: FastifyRequest) => ({
  method,
  path: url.split('?')[0]?.replace(/^(\/(?:api\/)?(?:calendar|unsubscribe)\/).*/i, '$1…'),
  address: ip,
});

/** The status, and whose account by id. While closing, Fastify logs a status alone. */
const replyInLog = ({
  statusCode,
  request,
}: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>) => ({
  statusCode,
  account: request?.caller?.userId,
});

/** Without passwords, tokens, marks and feedback. JSON, or readable lines on a terminal. */
export type Log = ReturnType<typeof openLog>;

export function openLog(level: string, destination = terminal()) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorInLog, req: requestInLog, res: replyInLog },
  };
  return destination ? pino(options, destination) : pino(options);
}

function terminal(): pino.DestinationStream | undefined {
  if (!process.stdout.isTTY) return undefined;
  return { write: (line) => process.stdout.write(lineForPeople(line)) };
}
