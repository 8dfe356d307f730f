// Worker thread with the clients of a flood, or with one honest client that pauses between its requests. Between two
// messages it sends the request of the first one repeatedly on each connection. It replies to the second with latencies,
// as soon as it has enough of them.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { RawConnection } from '#trust/lib/raw-http.ts';

export type ClientTask = {
  url: string;
  bytes: Uint8Array;
  connections: number;
  pauseMs: number;
  /** Number of replies to wait for, at most 30 seconds longer, because a busy machine may need it. */
  minReplies: number;
};
export type ClientResult = { latenciesMs: number[]; statuses: Record<string, number> };

const maxExtraMs = 30_000;

if (!parentPort) throw new Error('This file runs as a worker thread.');
const port = parentPort;

for (;;) {
  const [task] = (await once(port, 'message')) as [ClientTask];
  const { url, bytes, connections, pauseMs, minReplies } = task;
  let isRunning = true;
  let stopAt = Number.POSITIVE_INFINITY;
  port.once('message', () => {
    stopAt = performance.now();
  });
  const result: ClientResult = { latenciesMs: [], statuses: {} };
  const open: RawConnection[] = [];
  const sendRepeatedly = async () => {
    const connection = new RawConnection(url);
    open.push(connection);
    while (isRunning) {
      const { status, ms } = await connection.exchange(Buffer.from(bytes));
      if (!isRunning) break;
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      result.latenciesMs.push(ms);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const clients = Array.from({ length: connections }, sendRepeatedly);
  while (isRunning) {
    await sleep(10);
    const sinceStopMs = performance.now() - stopAt;
    const isEnough = result.latenciesMs.length >= minReplies || sinceStopMs > maxExtraMs;
    isRunning = sinceStopMs < 0 || !isEnough;
  }
  for (const connection of open) connection.close();
  void Promise.allSettled(clients);
  port.postMessage(result);
}
