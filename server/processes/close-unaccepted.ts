import type { Worker } from 'node:cluster';

/** Message with which `node:cluster` passes a connection to a worker. The worker's reply has the same number as `ack`. */
type PassedConnection = { act: 'newconn'; seq: number };
type Connection = { close(): void };

const isPassedConnection = (message: unknown): message is PassedConnection =>
  (message as Partial<PassedConnection>).act === 'newconn';

/**
 * Closes the connections that a worker received but had not accepted when it ended. `node:cluster` never closes its own
 * copy of them, so that their clients would wait until they give up.
 */
export function closeUnacceptedConnections({ process: child }: Worker): void {
  const unaccepted = new Map<number, Connection>();
  const send = child.send.bind(child) as (message: unknown, ...rest: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    if (isPassedConnection(message)) unaccepted.set(message.seq, rest[0] as Connection);
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: { ack?: number }) => {
    if (ack !== undefined) unaccepted.delete(ack);
  });
  // If a connection was on its way, `disconnect` is not emitted. `close` follows the last message in any case.
  child.once('close', () => {
    for (const connection of unaccepted.values()) connection.close();
  });
}
