import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { type Asked, listed, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { prepare } from '#trust/lib/scenes.ts';

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
async function runSlow(
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

/** Slow connections and a quarter as many logins a second, while marks are saved as ever. */
export async function run({ size, say }: Asked): Promise<Outcome> {
  const isLarge = size >= 1000;
  const seconds = isLarge ? 30 : 3;
  say?.(`${size} slow connections of three kinds for ${seconds} s`);
  const slow = await inNewPlace({}, ({ dataDir }) =>
    runSlow(dataDir, { size, logins: Math.ceil(size / 4), seconds }),
  );
  // Each is answered: refused as unknown, or told to come back.
  const strange = Object.keys(slow.logins).filter((status) => !['401', '503'].includes(status));
  return {
    figures: {
      'slow connections': `${slow.connections}, ${slow.closed} closed by the portal`,
      logins: listed(slow.logins),
      saves: slow.saves,
      'a save': `${Math.round(slow.p50)} ms as a rule, ${Math.round(slow.p99)} ms at the 99th percentile, ${Math.round(slow.worst)} ms at worst`,
      'slow saves': slow.late.slice(0, 10).join(', '),
    },
    findings: [
      ...slow.refusedSaves,
      ...strange.map((status) => `a login was answered by ${status}`),
      // Of the few saves of a short run the slowest is no percentile.
      ...(isLarge ? tooMuch({ 'milliseconds for a save': [slow.p99, saveLimitMs] }) : []),
    ],
    idle: tooFew({ saves: [slow.saves, seconds] }),
  };
}
