import autocannon from 'autocannon';
import { cpuSeconds } from './process-figures.ts';
import type { Server } from './start-server.ts';

export type Sent = {
  method: 'GET' | 'POST';
  path: string;
  token?: string | undefined;
  type?: string;
  body?: string | Buffer;
};
/** The request number `index`, counted over all connections. */
export type Requests = (index: number) => Sent;

export type Load = {
  /** At once. */
  connections: number;
  seconds: number;
  /** Where being refused is right: only what was answered counts. */
  mayBeRefused?: boolean;
  /** Open loop: so many a second, and a request that had to wait counts from when it was due. */
  perSecond?: number;
};

/** Times in milliseconds. */
export type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Seconds of processor for 1,000 requests. */
  cpu: number;
  /** Bytes of one reply, as sent. */
  bytes: number;
};

/** Throws when anything was answered but 2xx: a refusal is quick and would count as speed. */
export async function generate(server: Server, requests: Requests, load: Load): Promise<Figures> {
  let index = 0;
  const cpu = cpuSeconds(server.pid);
  const result = await autocannon({
    url: server.url,
    connections: load.connections,
    duration: load.seconds,
    timeout: 60,
    ...(load.perSecond && { overallRate: load.perSecond }),
    requests: [
      {
        setupRequest(request) {
          const { method, path, token, body, type = 'application/json' } = requests(index++);
          const headers = {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': type }),
          };
          return { ...request, method, path, headers, ...(body !== undefined && { body }) };
        },
      },
    ],
  });
  const done = result['2xx'];
  if ((result.non2xx > 0 && !load.mayBeRefused) || result.errors > 0) {
    const one = requests(0);
    const body = one.body?.toString().slice(0, 200);
    throw new Error(
      `${one.method} ${one.path} ${body}: ${result.non2xx} of ${done + result.non2xx} refused, ${result.errors} failed`,
    );
  }
  return {
    perSecond: done / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: ((cpuSeconds(server.pid) - cpu) / done) * 1000,
    bytes: result.throughput.total / done,
  };
}
