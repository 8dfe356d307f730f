import { createServer, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A sender who never reads costs one reply and at most `pipelined` heads: Node alone begins all that it has read, and
 * 64 kB hold two thousand.
 */
export function createSequentialServer(
  handle: RequestListener,
  {
    pipelined,
    onTooMany,
    ...options
  }: ServerOptions & { pipelined: number; onTooMany: (address: string | undefined) => void },
) {
  const pending = new WeakMap<Socket, number>();
  const newest = new WeakMap<Socket, ServerResponse>();

  /** Node constructs it for every request, also for those it replies to itself: no Host, an odd Expect. */
  class CountedResponse extends ServerResponse {
    constructor(...[request, ...more]: ConstructorParameters<typeof ServerResponse>) {
      super(request, ...more);
      const { socket } = request;
      const count = (pending.get(socket) ?? 0) + 1;
      pending.set(socket, count);
      this.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
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
