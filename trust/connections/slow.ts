import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { attack } from './attack.ts';

/** A normal save takes less than this, for 99 of 100. */
const saveLimitMs = 500;
/** Heads that drip, a body that drips, and a reply that is never read. */
const beginnings = [
  'GET /api/content/home HTTP/1.1\r\nHost: h\r\n',
  'POST /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
  'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: h\r\n\r\n',
] as const;
const drops = ['X: y\r\n', ' ', ''] as const;

/** Slow connections and a quarter as many logins a second, while marks are saved as ever. */
export const run: Run = async ({ size }, report) => {
  const isLarge = size >= 1000;
  const seconds = isLarge ? 30 : 3;
  // Behind a proxy of its own, so that the storm can come from everywhere.
  const env = () => Promise.resolve({ TRUST_PROXY: 'on' });
  const { at, requests, failed, ended } = await attack({ seconds, env }, async (attacked) => {
    const { url, group, open } = attacked;
    const sockets: Socket[] = [];
    for (let index = 0; index < size; index += 1) {
      const socket = open();
      sockets.push(socket);
      socket.write(String(beginnings[index % 3]));
      if (index % 3 === 2) socket.pause();
      else socket.resume();
      // No faster than they are accepted: who finds the queue full tries again only after seconds.
      if (index % 100 === 99) await sleep(100);
    }
    const dripping = setInterval(() => {
      for (const [index, socket] of sockets.entries())
        if (socket.writable) socket.write(drops[index % 3] ?? '');
    }, 2000);
    const over = new AbortController();
    const storm = logIn(url, Math.ceil(size / 4), report, over.signal);
    const supervisor = new Caller(url, group.supervisor.token);
    return {
      request(round) {
        const cell = { month1: { marks: round % 10, feedback: `Round ${round}` } };
        const marks = Object.fromEntries(group.memberIds.map((id) => [id, cell]));
        const body = { semester: 'Semester 7' as const, groupId: group.groupId, marks };
        return supervisor.request(saveMarks, { body });
      },
      async end() {
        over.abort();
        clearInterval(dripping);
        await storm;
      },
    };
  });
  report.count('connections closed by the portal', ended);
  report.count('saves', requests);
  report.largest('median save, ms', at(0.5));
  report.largest('save at the 99th percentile, ms', at(0.99));
  report.violate(...failed.map((failure) => `a save failed: ${failure}`));
  const withoutReply = report.of('logins without a reply');
  if (withoutReply > 0) report.violate(`${withoutReply} logins had no reply`);
  // All saves come one after the other: few of them in the time are as bad as a slow one.
  report.requireBelow(
    'milliseconds from save to save',
    (seconds * 1000) / requests,
    2 * saveLimitMs,
  );
  // Of the few saves of a short run the slowest is no percentile.
  if (isLarge) report.requireBelow('milliseconds for 99 of 100 saves', at(0.99), saveLimitMs);
  report.requireAtLeast({ saves: seconds });
};

/**
 * So many logins a second, each to an email of its own and from a network of its own, whether or not the earlier ones have
 * a reply. Each is refused as unknown, or told to come back.
 */
async function logIn(url: string, perSecond: number, report: Report, signal: AbortSignal) {
  const anyone = new Caller(url);
  const pending = new Set<Promise<void>>();
  for (let number = 0; !signal.aborted; number += 1) {
    const body = { email: `guest-${number}@university.test`, password: 'a wrong guess' };
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const attempt = anyone
      .fetch(login.path, {
        method: login.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify(body),
        signal,
      })
      .then(async (response) => {
        await response.arrayBuffer();
        report.count(`logins given ${response.status}`);
        if (![401, 503].includes(response.status))
          report.violate(`a login was given ${response.status}`);
      })
      .catch(() => {
        if (!signal.aborted) report.count('logins without a reply');
      })
      .finally(() => pending.delete(attempt));
    pending.add(attempt);
    // In tens, because a timer is not exact to two milliseconds.
    if (number % 10 === 9) await sleep(10_000 / perSecond);
    if (pending.size > 2000) await Promise.race(pending);
  }
  await Promise.all(pending);
}
