import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';

/** Of an error what tells where it came from. Its other properties hold what was sent: rows, letters, raw requests. */
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
 * Of an answer its status and whose account asked, by its id: names and e-mails are for the audit trail. Fastify tells of
 * what it turns away while it closes by a status alone.
 */
const answerInLog = ({
  statusCode,
  request,
}: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>) => ({
  statusCode,
  account: request?.caller?.userId,
});

/** The portal's log: lines of JSON without passwords, tokens, marks and feedback. */
export function openLog(level: string, destination?: pino.DestinationStream) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorInLog, req: requestInLog, res: answerInLog },
  };
  return destination ? pino(options, destination) : pino(options);
}
