import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import { type Caller, createSignedOutProblem } from '#server/http/serve.ts';
import { Job } from './job.ts';
import { defaultWorkLimits, type WorkLimits } from './limits.ts';
import { Slices } from './slices.ts';
import { watchClient } from './watch-client.ts';
import { createBusyProblem, WorkQueue } from './work-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    work: {
      queue: WorkQueue;
      slices: Slices;
      limits: WorkLimits;
      /** Requests outside the queue that have no reply yet, and for which no job has waited. */
      otherRequests: Set<FastifyRequest>;
      /** The latest job of each request. */
      jobs: WeakMap<FastifyRequest, Job>;
    };
  }
}

/** Adds the queue for expensive work. One process has one queue. */
export function addWorkQueue(app: FastifyInstance, limits = defaultWorkLimits): void {
  const otherRequests = new Set<FastifyRequest>();
  const slices = new Slices(otherRequests, limits.yieldMs);
  const jobs = new WeakMap<FastifyRequest, Job>();
  app.decorate('work', { queue: new WorkQueue(limits), slices, limits, otherRequests, jobs });
  app.addHook('onRequest', (request, _reply, done) => {
    otherRequests.add(request);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    otherRequests.delete(request);
    // `runJob` cannot do this: it continues only after the client has read the reply, because Fastify's reply is a promise.
    jobs.get(request)?.startReply(payload);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    otherRequests.delete(request);
    done();
  });
}

type WorkCall = { request: FastifyRequest; reply: FastifyReply; caller: Caller | undefined };
type Options = {
  /** Maximum number of the account's jobs that wait. Lower for jobs with a large request body, which stays in memory. */
  maxWaiting?: number;
};

/**
 * Runs expensive work in the turn of the caller's account, and stops it when the client disconnects. The job ends with
 * its stream if this is the reply, otherwise before the reply is sent. Throws `too-often` or `unavailable` before `work`
 * has begun.
 */
export async function runJob<T>(
  call: WorkCall,
  work: (job: Job) => Promise<T>,
  { maxWaiting }: Options = {},
): Promise<T> {
  const { request, reply, caller } = call;
  const { queue, slices, limits, otherRequests, jobs } = request.server.work;
  otherRequests.delete(request);
  const account = caller
    ? `account ${caller.userId}`
    : `network ${getNetworkPrefix(request.origin.address)}`;
  const { signal, setTimeLimit, unwatch } = watchClient(request, reply);
  let job: Job | undefined;
  try {
    setTimeLimit(limits.waitMs, () => queue.createRefusal(account));
    const hasWaited = await queue.start(account, signal, maxWaiting);
    const restartTimeLimit = () => setTimeLimit(limits.jobMs, createBusyProblem);
    restartTimeLimit();
    const { sliceMs } = limits;
    const watch = { signal, onChunk: restartTimeLimit, onEnd: unwatch };
    job = new Job({ account, queue, slices, sliceMs, ...watch });
    jobs.set(request, job);
    // Many short jobs would otherwise follow each other without a break.
    await job.nextSlice();
    if (hasWaited) await requireUnchangedCaller(request, caller);
    return await work(job);
  } finally {
    if (!job) unwatch();
    else if (!job.isReplying) job.end();
  }
}

/** Throws if the session has ended, or the caller's role or confirmation was changed, while the job waited. */
async function requireUnchangedCaller(request: FastifyRequest, caller: Caller | undefined) {
  if (!caller) return;
  const current = await request.server.identify(request);
  const isUnchanged =
    current?.userId === caller.userId &&
    current.role === caller.role &&
    current.isConfirmed === caller.isConfirmed;
  if (!isUnchanged) throw createSignedOutProblem();
}
