import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '#server/backup/places.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { openSocket } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';

export type AttackTarget = { url: string; group: Group; open: () => Socket };
/** `request` sends a request of a regular user during the attack; `end` stops the attack. */
type AttackHandlers = { request: (round: number) => Promise<Response>; end?: () => Promise<void> };

const timeoutMs = 10_000;
const rejectTimeout = () => {
  throw new Error('no reply within 10 s');
};

/** Attacks a new portal for `seconds` and measures the requests of a regular user during the attack. */
export function measureUnderAttack(
  {
    seconds,
    env = () => Promise.resolve({}),
  }: { seconds: number; env?: (dataDir: string) => Promise<Record<string, string>> },
  begin: (target: AttackTarget) => Promise<AttackHandlers>,
) {
  return withWorkspace({}, async (workspace) => {
    const portal = startPortal(workspace, { isMeasured: true, env: await env(workspace.dataDir) });
    const sockets: Socket[] = [];
    try {
      const { url } = await portal.ready;
      const group = await withDatabase(workspace, (db) => addGroup(db, url));
      const open = () => {
        const socket = openSocket(url);
        sockets.push(socket);
        return socket;
      };
      const { request, end } = await begin({ url, group, open });
      const failed: string[] = [];
      const times: number[] = [];
      const until = performance.now() + seconds * 1000;
      while (performance.now() < until && portal.isRunning()) {
        const began = performance.now();
        const reply = Promise.race([request(times.length), sleep(timeoutMs).then(rejectTimeout)]);
        const failure = await reply.then(
          async (response) => {
            await response.arrayBuffer();
            return response.ok ? undefined : String(response.status);
          },
          (error: Error) => String(error.cause ?? error),
        );
        if (failure) failed.push(failure);
        times.push(performance.now() - began);
        await sleep(50);
      }
      await end?.();
      const isRunning = portal.isRunning();
      // Limit the wait, because a portal that has stopped replying may not report its memory.
      const peakBytes = isRunning
        ? await Promise.race([portal.readPeakBytes(), sleep(timeoutMs, 0)])
        : 0;
      times.sort((a, b) => a - b);
      const percentile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
      return {
        isRunning,
        peakBytes,
        failed,
        requests: times.length,
        percentile,
        ended: await countEnded(sockets),
      };
    } finally {
      for (const socket of sockets) socket.destroy();
      await portal.kill('SIGKILL');
    }
  });
}

async function countEnded(sockets: readonly Socket[]): Promise<number> {
  // Resume the sockets, because a paused socket emits no `end` event.
  for (const socket of sockets) socket.resume();
  const ended = () => sockets.filter((socket) => socket.closed || socket.readableEnded).length;
  for (let wait = 0; wait < 50 && ended() < sockets.length; wait += 1) await sleep(100);
  return ended();
}
