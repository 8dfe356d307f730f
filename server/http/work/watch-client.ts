import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';

/** Returns a signal that is aborted when the client disconnects, or after a time limit. */
export function watchClient(request: FastifyRequest, reply: FastifyReply) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stopOnClose = () => {
    clearTimeout(timer);
    controller.abort(new Problem('invalid', 'The request was cut short.'));
  };
  if (request.raw.socket.destroyed) stopOnClose();
  reply.raw.once('close', stopOnClose);
  /** Replaces the time limit. `createReason` returns the reason of the signal. */
  const setTimeLimit = (ms: number, createReason: () => Problem) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      controller.abort(createReason());
      // The client may have stopped reading, and then nothing else would end the stream.
      if (reply.raw.headersSent) reply.raw.destroy();
    }, ms);
  };
  const unwatch = () => {
    clearTimeout(timer);
    reply.raw.off('close', stopOnClose);
  };
  return { signal: controller.signal, setTimeLimit, unwatch };
}
