import cluster from 'node:cluster';
import { once } from 'node:events';

export type ListenAddress = { host: string; port: number };
export type MessageToWorker = { do: 'listen'; at: ListenAddress } | { do: 'leave' };
export type MessageToPrimary = { is: 'ready' } | { is: 'serving'; address: string };

const send = (message: MessageToPrimary) => cluster.worker?.send(message);

/** Reports to the primary process that this worker is ready, and waits for the address to listen on. */
export async function awaitListenAddress(): Promise<ListenAddress> {
  const reply = once(process, 'message');
  send({ is: 'ready' });
  const [message] = (await reply) as [MessageToWorker];
  if (message.do !== 'listen') throw new Error('The portal stops.');
  return message.at;
}

export const reportServingAddress = (address: string) => send({ is: 'serving', address });

/** Calls `leave` when the primary process asks this worker to stop because its replacement is serving requests. */
export function onStopRequest(leave: () => void): void {
  process.on('message', (message: MessageToWorker) => {
    if (message.do === 'leave') leave();
  });
}
