import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyReply } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import type { Caller } from '#server/http/serve.ts';
import type { Job } from './job.ts';
import { defaultWorkLimits, type WorkLimits } from './limits.ts';
import { addWorkQueue, runJob } from './run-job.ts';

type Work = (job: Job, reply: FastifyReply) => Promise<unknown>;

/** Serves jobs at `/`. Each request belongs to another account. */
async function serveJobs(work: Work, limits: Partial<WorkLimits> = {}) {
  const app = Fastify({ forceCloseConnections: true });
  // The reply is sent after the handler has returned, as in the portal.
  app.addHook('onSend', () => nextTurn());
  addWorkQueue(app, { ...defaultWorkLimits, ...limits });
  let accounts = 0;
  app.get('/', (request, reply) => {
    accounts += 1;
    const caller = { userId: `${accounts}` } as Caller;
    return runJob({ request, reply, caller }, (job) => work(job, reply));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const request = () => get(url, { agent: false }).on('error', () => {});
  return { queue: app.work.queue, request, [Symbol.asyncDispose]: () => app.close() };
}

const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { interval: 5, timeout: 5000 });

/** Sends a request and returns its response, whose body is not read. */
async function openUnread(server: Awaited<ReturnType<typeof serveJobs>>) {
  const [response] = (await once(server.request(), 'response')) as [IncomingMessage];
  response.on('error', () => {}).pause();
  return response;
}

/** More than the buffers of a connection hold. */
const large = 16 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024);
async function* repeatChunk(count = large / chunk.length) {
  for (let sent = 0; sent < count; sent += 1) yield chunk;
}

describe('a job', () => {
  it.each<{ payload: string; work: Work; status: number }>([
    { payload: 'a buffer', work: async (_, reply) => reply.send(Buffer.alloc(large)), status: 200 },
    { payload: 'JSON', work: async () => ({ text: 'x'.repeat(large) }), status: 200 },
    {
      payload: 'an error',
      work: async (_, reply) => reply.code(500).send({ message: 'x'.repeat(large) }),
      status: 500,
    },
  ])('ends before the client has read $payload', async ({ work, status }) => {
    await using server = await serveJobs(work, { running: 1 });
    const first = await openUnread(server);
    const second = await openUnread(server);
    expect([first.statusCode, second.statusCode]).toEqual([status, status]);
    await waitUntil(() => expect([server.queue.running, server.queue.started]).toEqual([0, 0]));
  });

  it('whose stream is the reply ends with the stream', async () => {
    const work: Work = async (job, reply) => reply.send(job.stream(repeatChunk()));
    await using server = await serveJobs(work, { running: 1 });
    const response = await openUnread(server);
    await waitUntil(() => expect([server.queue.running, server.queue.started]).toEqual([0, 1]));
    response.destroy();
    await waitUntil(() => expect(server.queue.started).toBe(0));
  });

  it('may take longer than its time limit while the client reads, and ends when the client stops', async () => {
    // Longer than a busy machine keeps this process waiting.
    const jobMs = 1500;
    const work: Work = async (job, reply) => reply.send(job.stream(repeatChunk(1_000_000)));
    await using server = await serveJobs(work, { jobMs });
    const response = await openUnread(server);
    const began = performance.now();
    response.resume();
    await waitUntil(() => expect(performance.now() - began).toBeGreaterThan(2 * jobMs));
    expect(server.queue.started).toBe(1);
    response.pause();
    await waitUntil(() => expect(server.queue.started).toBe(0));
  });

  it.each<{ event: string; work: Work }>([
    {
      event: 'the work fails',
      work: async (job) => {
        job.stream(repeatChunk());
        throw new Error('The work has failed.');
      },
    },
    {
      event: 'the work returns JSON',
      work: async (job) => {
        job.stream(repeatChunk());
        return {};
      },
    },
    {
      event: 'another payload is sent',
      work: async (job, reply) => {
        job.stream(repeatChunk());
        return reply.send(Buffer.alloc(large));
      },
    },
  ])('destroys a stream that is not sent because $event', async ({ work }) => {
    let stream: ReturnType<Job['stream']> | undefined;
    const watched: Work = (job, reply) => {
      const create = job.stream.bind(job);
      job.stream = (chunks) => (stream = create(chunks));
      return work(job, reply);
    };
    await using server = await serveJobs(watched);
    await openUnread(server);
    await waitUntil(() => expect([server.queue.running, server.queue.started]).toEqual([0, 0]));
    expect(stream?.destroyed).toBe(true);
  });

  it('destroys a stream that is not sent yet when the client disconnects', async () => {
    const isCreated = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const work: Work = async (job, reply) => {
      const stream = job.stream(repeatChunk());
      isCreated.resolve();
      await mayEnd.promise;
      return reply.send(stream);
    };
    await using server = await serveJobs(work);
    const request = server.request();
    await isCreated.promise;
    request.destroy();
    await waitUntil(() => expect([server.queue.running, server.queue.started]).toEqual([0, 0]));
    mayEnd.resolve();
    await nextTurn();
    expect([server.queue.running, server.queue.started]).toEqual([0, 0]);
  });

  it('does not hold its turn while its storage delays a chunk', async () => {
    const delayed = Promise.withResolvers<void>();
    let jobs = 0;
    async function* fetchSlowly() {
      await delayed.promise;
      yield chunk;
    }
    const work: Work = async (job, reply) => {
      jobs += 1;
      if (jobs > 2) return reply.send('sent');
      return reply.send(job.stream(job.fetchChunks(fetchSlowly())));
    };
    await using server = await serveJobs(work, { running: 2 });
    const stalled = [server.request(), server.request()].map((request) =>
      once(request, 'response'),
    );
    await waitUntil(() => expect(jobs).toBe(2));
    await openUnread(server);
    expect(server.queue.running).toBe(0);
    delayed.resolve();
    for (const [response] of await Promise.all(stalled)) response.resume();
    await waitUntil(() => expect(server.queue.started).toBe(0));
  });
});
