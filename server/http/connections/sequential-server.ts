import { createServer, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Creates an HTTP server that handles the requests of a connection one after another, and closes a connection on which
 * more than `pipelined` requests wait. By default, Node handles up to 2,000 pipelined requests (64 kB) concurrently.
 */
export function createPipelineLimitingServer(
  handle: RequestListener,
  {
    pipelined,
    onTooMany,
    ...options
  }: ServerOptions & { pipelined: number; onTooMany: (address: string | undefined) => void },
) {
  const pending = new WeakMap<Socket, number>();
  const newest = new WeakMap<Socket, ServerResponse>();

  /** Counts pending responses. Node constructs a response even for a request that it rejects itself. */
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
