// What `npm run trust:slow` runs: thousands of slow connections and a storm of logins, while marks are saved as ever.

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { startPortal } from './portal-process.ts';
import { prepare } from './scenes.ts';

type Slowness = {
  connections: number;
  /** How many of them the portal had closed by the end. */
  closed: number;
  logins: Record<string, number>;
  saves: number;
  refusedSaves: string[];
  p50: number;
  p99: number;
  worst: number;
  /** Saves above the limit, and when: milliseconds since the last slow connection was opened. */
  late: string[];
};

/** A normal save takes less than this, for 99 of 100. */
const saveLimitMs = 500;

/** Holds the portal in `dataDir` under slow connections of three kinds and logins for `seconds`, and times saves of marks. */
export async function runSlow(
  dataDir: string,
  { size, logins, seconds }: { size: number; logins: number; seconds: number },
): Promise<Slowness> {
  // Behind a proxy of its own, so that the storm can come from everywhere.
  const place = { dataDir, databaseUrl: undefined };
  const portal = startPortal(place, { env: { TRUST_PROXY: 'on' } });
  const over = new AbortController();
  const sockets: Socket[] = [];
  try {
    const { url } = await portal.ready;
    const [scene] = await prepare(url);
    if (!scene) throw new Error('There is no group.');
    const port = Number(new URL(url).port);
    const heads = [
      'GET /api/content/home HTTP/1.1\r\nHost: h\r\n',
      'POST /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
      'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: h\r\n\r\n',
    ];
    for (let index = 0; index < size; index += 1) {
      const kind = index % heads.length;
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(String(heads[kind]));
      if (kind === 2) socket.pause();
      else socket.resume();
      sockets.push(socket);
      if (index % 100 === 99) await sleep(20);
    }
    const drip = setInterval(() => {
      for (const [index, socket] of sockets.entries()) {
        if (socket.writable && index % heads.length < 2)
          socket.write(index % heads.length === 0 ? 'X: y\r\n' : ' ');
      }
    }, 2000);
    const statuses: Record<string, number> = {};
    const storm = logIn(url, logins, statuses, over.signal);
    const times: number[] = [];
    const late: string[] = [];
    const opened = performance.now();
    const refusedSaves: string[] = [];
    const supervisor = new Caller(url, scene.supervisor);
    const until = performance.now() + seconds * 1000;
    for (let round = 0; performance.now() < until; round += 1) {
      const cells = scene.memberIds.map((id) => [
        id,
        { month1: { marks: round % 10, feedback: `Round ${round}` } },
      ]);
      const body = {
        semester: 'Semester 7' as const,
        groupId: scene.groupId,
        marks: Object.fromEntries(cells),
      };
      const began = performance.now();
      await supervisor.call(saveMarks, { body }).catch((error) => refusedSaves.push(String(error)));
      const took = performance.now() - began;
      times.push(took);
      if (took > saveLimitMs) late.push(`${Math.round(took)} ms at ${Math.round(began - opened)}`);
      await sleep(50);
    }
    over.abort();
    clearInterval(drip);
    await storm;
    const closed = sockets.filter((socket) => socket.closed || socket.readableEnded).length;
    times.sort((a, b) => a - b);
    const at = (part: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return {
      connections: size,
      closed,
      logins: statuses,
      saves: times.length,
      refusedSaves,
      p50: at(0.5),
      p99: at(0.99),
      worst: at(1),
      late,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await portal.kill('SIGKILL');
  }
}

/**
 * So many logins a second, each to an email of its own and from a network of its own, whether or not the earlier ones
 * are answered.
 */
async function logIn(
  url: string,
  perSecond: number,
  statuses: Record<string, number>,
  signal: AbortSignal,
) {
  const anyone = new Caller(url);
  const pending = new Set<Promise<void>>();
  for (let number = 0; !signal.aborted && perSecond > 0; number += 1) {
    const body = { email: `guest-${number}@university.test`, password: 'a wrong guess' };
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const init = {
      method: login.method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    };
    const attempt = anyone.fetch(login.path, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      },
      () => {
        statuses.none = (statuses.none ?? 0) + 1;
      },
    );
    const done = attempt.finally(() => pending.delete(done));
    pending.add(done);
    // In tens, because a timer is not exact to two milliseconds.
    if (number % 10 === 9) await sleep(10_000 / perSecond);
    if (pending.size > 2000) await Promise.race(pending);
  }
  await Promise.all(pending);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '2000' },
      logins: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '30' },
    },
  });
  const [size, logins, seconds] = [
    Number(values.size),
    Number(values.logins),
    Number(values.seconds),
  ];
  if (!(size > 0) || !(logins >= 0) || !(seconds > 0)) {
    throw new Error('trust:slow -- [--size CONNECTIONS] [--logins A_SECOND] [--seconds N]');
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  console.log(`${size} slow connections of three kinds, ${logins} logins a second, ${seconds} s`);
  const slow = await runSlow(dataDir, { size, logins, seconds });
  clean();
  for (const refusal of slow.refusedSaves.slice(0, 20)) console.error(refusal);
  console.log(`closed by the portal  ${slow.closed} of ${slow.connections}
logins                ${JSON.stringify(slow.logins)}
saves                 ${slow.saves}, ${slow.refusedSaves.length} refused
a save                ${Math.round(slow.p50)} ms at the median, ${Math.round(slow.p99)} ms at the 99th percentile, ${Math.round(slow.worst)} ms at worst
above ${saveLimitMs} ms          ${slow.late.length}${slow.late.length > 0 ? `: ${slow.late.slice(0, 10).join(', ')}` : ''}`);
  process.exitCode = slow.refusedSaves.length === 0 && slow.p99 < saveLimitMs ? 0 : 1;
}
