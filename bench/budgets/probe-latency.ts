import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RunningServer } from '#bench/load/start-server.ts';
import type { SeededDepartment } from '#bench/seed.ts';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';

/** Starts a thread that, between two messages, reads the page of a student again and again. */
export function startProbe({ url }: RunningServer, { students }: SeededDepartment): Worker {
  const { email = '', token } = students[1] ?? {};
  const page = { url: url + buildEndpointUrl(findGroup, { params: { email } }), token };
  return new Worker(new URL('probe.ts', import.meta.url), { workerData: page });
}

/** Returns the latencies since the start message in milliseconds, in ascending order. */
export async function stopProbe(probe: Worker): Promise<number[]> {
  const received = once(probe, 'message');
  probe.postMessage('stop');
  const [latenciesMs] = (await received) as [number[]];
  return latenciesMs.sort((first, second) => first - second);
}

export const findPercentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;
