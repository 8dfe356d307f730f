import autocannon from 'autocannon';
import { readCpuSeconds } from './process-figures.ts';
import type { RunningServer } from './start-server.ts';

export type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  token?: string | undefined;
  type?: string;
  body?: string | Buffer;
};
/** Returns the next request to send. `index` is the number of requests already sent on all connections. */
export type RequestFactory = (index: number) => HttpRequest;

export type LoadProfile = {
  connections: number;
  seconds: number;
  /** If false, a reply with a status other than 2xx makes the run fail. */
  allowsRefusals?: boolean;
  /** Fixed requests per second (open loop). Latency is then measured from the scheduled time of each request. */
  perSecond?: number;
};

/** `p50` and `p99` are the 50th and 99th percentiles of latency in milliseconds. */
export type LoadTestResult = {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU seconds per 1,000 requests. */
  cpu: number;
  /** Average size of a received reply in bytes. */
  bytes: number;
};

/** Generates load. Throws on a rejected request by default: fast rejections would distort the request rate. */
export async function generateLoad(
  server: RunningServer,
  requests: RequestFactory,
  load: LoadProfile,
): Promise<LoadTestResult> {
  let index = 0;
  const cpu = readCpuSeconds(server.pid);
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
  if ((result.non2xx > 0 && !load.allowsRefusals) || result.errors > 0) {
    const firstRequest = requests(0);
    const body = firstRequest.body?.toString().slice(0, 200);
    throw new Error(
      `${firstRequest.method} ${firstRequest.path} ${body}: ${result.non2xx} of ${done + result.non2xx} refused, ${result.errors} failed`,
    );
  }
  return {
    perSecond: done / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: ((readCpuSeconds(server.pid) - cpu) / done) * 1000,
    bytes: result.throughput.total / done,
  };
}
