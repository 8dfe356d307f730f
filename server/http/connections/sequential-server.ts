import { createServer, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A server that works on one request of a connection at a time, whatever its sender pipelines, and hangs up on one that
 * has more than `pipelined` without an answer. Who asks and never reads then costs one answer and a few heads. Node
 * alone begins them all: 64 kB hold two thousand requests.
 */
export function createSequentialServer(
  handle: RequestListener,
  {
    pipelined,
    onTooMany,
    ...options
  }: ServerOptions & { pipelined: number; onTooMany: (address: string | undefined) => void },
) {
  const unanswered = new WeakMap<Socket, number>();
  const newest = new WeakMap<Socket, ServerResponse>();

  /** Made for every request that is read, also for those that Node answers by itself: no Host, an odd Expect. */
  class CountedResponse extends ServerResponse {
    constructor(...[request, ...more]: ConstructorParameters<typeof ServerResponse>) {
      super(request, ...more);
      const { socket } = request;
      const count = (unanswered.get(socket) ?? 0) + 1;
      unanswered.set(socket, count);
      this.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      if (count <= pipelined || socket.destroyed) return;
      onTooMany(socket.remoteAddress);
      socket.destroy();
    }
  }

  return createServer({ ...options, ServerResponse: CountedResponse }, (request, response) => {
    const { socket } = request;
    const before = newest.get(socket);
    newest.set(socket, response);
    const begin = () => {
      if (!socket.destroyed) handle(request, response);
    };
    if (before && !before.closed) before.once('close', begin);
    else begin();
  });
}
