import cluster from 'node:cluster';
import { once } from 'node:events';

export type ListenAt = { host: string; port: number };
export type ToWorker = { do: 'listen'; at: ListenAt } | { do: 'leave' };
export type ToPrimary = { is: 'ready' } | { is: 'serving'; address: string };

const send = (message: ToPrimary) => cluster.worker?.send(message);

/** A worker that could serve asks where. */
export async function awaitPort(): Promise<ListenAt> {
  const reply = once(process, 'message');
  send({ is: 'ready' });
  const [message] = (await reply) as [ToWorker];
  if (message.do !== 'listen') throw new Error('The portal stops.');
  return message.at;
}

export const tellServing = (address: string) => send({ is: 'serving', address });

/** Once the worker's successor serves. */
export function onLeave(leave: () => void): void {
  process.on('message', (message: ToWorker) => {
    if (message.do === 'leave') leave();
  });
}
