import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import type { RunInstrument, RunReport } from '#trust/lib/instrument.ts';
import { measureUnderAttack } from './attack.ts';

const saveLimitMs = 500;
/** First bytes of requests with slow headers, with a slow body, and with a reply that the client does not read. */
const requestStarts = [
  'GET /api/content/home HTTP/1.1\r\nHost: h\r\n',
  'POST /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
  'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: h\r\n\r\n',
] as const;
const requestDrips = ['X: y\r\n', ' ', ''] as const;

/** Opens slow connections and sends many logins, while a supervisor saves marks. */
export const run: RunInstrument = async ({ size }, report) => {
  const isLarge = size >= 1000;
  const seconds = isLarge ? 30 : 3;
  // Trust X-Forwarded-For, so that each login appears to come from a different network.
  const env = () => Promise.resolve({ TRUST_PROXY: 'on' });
  const { percentile, requests, failed, ended } = await measureUnderAttack(
    { seconds, env },
    async (attacked) => {
      const { url, group, open } = attacked;
      const sockets: Socket[] = [];
      for (let index = 0; index < size; index += 1) {
        const socket = open();
        sockets.push(socket);
        socket.write(String(requestStarts[index % 3]));
        if (index % 3 === 2) socket.pause();
        else socket.resume();
        // Pause to prevent the accept queue from overflowing: a dropped SYN is retried only after seconds.
        if (index % 100 === 99) await sleep(100);
      }
      const dripTimer = setInterval(() => {
        for (const [index, socket] of sockets.entries())
          if (socket.writable) socket.write(requestDrips[index % 3] ?? '');
      }, 2000);
      const controller = new AbortController();
      const loginStorm = sendLogins(url, Math.ceil(size / 4), report, controller.signal);
      const supervisor = new Caller(url, group.supervisor.token);
      return {
        request(round) {
          const cell = { month1: { marks: round % 10, feedback: `Round ${round}` } };
          const marks = Object.fromEntries(group.memberIds.map((id) => [id, cell]));
          const body = { semester: 'Semester 7' as const, groupId: group.groupId, marks };
          return supervisor.request(saveMarks, { body });
        },
        async end() {
          controller.abort();
          clearInterval(dripTimer);
          await loginStorm;
        },
      };
    },
  );
  report.count('connections closed by the portal', ended);
  report.count('saves', requests);
  report.recordMax('median save, ms', percentile(0.5));
  report.recordMax('save at the 99th percentile, ms', percentile(0.99));
  report.addViolations(...failed.map((failure) => `a save failed: ${failure}`));
  const unansweredLogins = report.getFigure('logins without a reply');
  if (unansweredLogins > 0) report.addViolations(`${unansweredLogins} logins had no reply`);
  // Saves run one after another, so a low number of saves means that they are slow.
  report.requireBelow(
    'milliseconds from save to save',
    (seconds * 1000) / requests,
    2 * saveLimitMs,
  );
  // A short run has too few saves for a meaningful 99th percentile.
  if (isLarge)
    report.requireBelow('milliseconds for 99 of 100 saves', percentile(0.99), saveLimitMs);
  report.requireAtLeast({ saves: seconds });
};

/** Starts `perSecond` logins per second, each from a different network. Each must get status 401 or 503. */
async function sendLogins(url: string, perSecond: number, report: RunReport, signal: AbortSignal) {
  const visitor = new Caller(url);
  const pending = new Set<Promise<void>>();
  for (let number = 0; !signal.aborted; number += 1) {
    const body = { email: `guest-${number}@university.test`, password: 'a wrong guess' };
    const ipAddress = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const attempt = visitor
      .fetch(login.path, {
        method: login.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ipAddress },
        body: JSON.stringify(body),
        signal,
      })
      .then(async (response) => {
        await response.arrayBuffer();
        report.count(`logins with status ${response.status}`);
        if (![401, 503].includes(response.status))
          report.addViolations(`a login got status ${response.status}`);
      })
      .catch(() => {
        if (!signal.aborted) report.count('logins without a reply');
      })
      .finally(() => pending.delete(attempt));
    pending.add(attempt);
    // Sleep once per ten logins, because timers are too inaccurate for shorter pauses.
    if (number % 10 === 9) await sleep(10_000 / perSecond);
    if (pending.size > 2000) await Promise.race(pending);
  }
  await Promise.all(pending);
}
