// Worker thread that, between two messages, sends the same request every few milliseconds. It replies to the second
// message with the latencies.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const intervalMs = 10;
const { url, token } = workerData as { url: string; token: string };
if (!parentPort) throw new Error('This file runs as a worker thread.');
const port = parentPort;

async function sendRequest(): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return performance.now() - began;
}

// Load the code of both sides first: the first request of a process takes several times longer.
await sendRequest();
while (true) {
  await once(port, 'message');
  let isRunning = true;
  port.once('message', () => {
    isRunning = false;
  });
  const latenciesMs: number[] = [];
  while (isRunning) {
    latenciesMs.push(await sendRequest());
    await sleep(intervalMs);
  }
  port.postMessage(latenciesMs);
}
