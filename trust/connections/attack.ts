import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '#server/backup/places.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { openSocket } from '#trust/lib/raw-http.ts';

export type Attacked = { url: string; group: Group; open: () => Socket };
/** What others ask for meanwhile, and how the attack ends. */
type Attack = { request: (round: number) => Promise<Response>; end?: () => Promise<void> };

const timeoutMs = 10_000;
const noReply = () => {
  throw new Error('no reply within 10 s');
};

/** Holds a new portal under what `begin` opens for `seconds`, and measures the requests of others meanwhile. */
export function attack(
  {
    seconds,
    env = () => Promise.resolve({}),
  }: { seconds: number; env?: (dataDir: string) => Promise<Record<string, string>> },
  begin: (attacked: Attacked) => Promise<Attack>,
) {
  return inNewPlace({}, async (place) => {
    const portal = startPortal(place, { measured: true, env: await env(place.dataDir) });
    const sockets: Socket[] = [];
    try {
      const { url } = await portal.ready;
      const group = await withDatabase(place, (db) => addGroup(db, url));
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
        const reply = Promise.race([request(times.length), sleep(timeoutMs).then(noReply)]);
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
      // Who replies to nobody does not tell that either.
      const peakBytes = isRunning
        ? await Promise.race([portal.peakBytes(), sleep(timeoutMs, 0)])
        : 0;
      times.sort((a, b) => a - b);
      const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0;
      return {
        isRunning,
        peakBytes,
        failed,
        requests: times.length,
        at,
        ended: await countEnded(sockets),
      };
    } finally {
      for (const socket of sockets) socket.destroy();
      await portal.kill('SIGKILL');
    }
  });
}

/** How many connections the portal has ended. */
async function countEnded(sockets: readonly Socket[]): Promise<number> {
  // Who never reads does not learn of the end.
  for (const socket of sockets) socket.resume();
  const ended = () => sockets.filter((socket) => socket.closed || socket.readableEnded).length;
  for (let wait = 0; wait < 50 && ended() < sockets.length; wait += 1) await sleep(100);
  return ended();
}
