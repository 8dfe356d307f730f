import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { mailGroup } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { buildOneMarkRequest } from './cases.ts';
import type { RunningServer } from './load/start-server.ts';
import type { MarkedGroup, SeededDepartment } from './seed.ts';

export async function startCountingMailServer() {
  const state = { emails: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      stream.resume().once('end', () => {
        state.emails += 1;
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { state, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

const measuredSaves = 100;
const loginsAtOnce = 64;

export async function measureSavesDuringLogins(
  portal: RunningServer,
  { markedGroups, students }: SeededDepartment,
) {
  const alone = await measureSaves(portal, markedGroups);
  let isRunning = true;
  const done = { logins: 0, refused: 0 };
  const logins = (async () => {
    while (isRunning) {
      const all = students
        .slice(0, loginsAtOnce)
        .map(({ email }) => ({ email, password: testUserPassword }));
      const statuses = await Promise.all(all.map((body) => postJson(portal, login.path, body)));
      done.logins += statuses.filter((status) => status === 200).length;
      done.refused += statuses.filter((status) => status !== 200).length;
    }
  })();
  const during = await measureSaves(portal, markedGroups);
  isRunning = false;
  await logins;
  return `a save alone ${alone} ms, during 64 logins at once ${during} ms (p50/p99; ${done.logins} logins, ${done.refused} refused)`;
}

/** Measures the latency of consecutive saves of one mark, with a pause after each save. */
async function measureSaves(portal: RunningServer, markedGroups: readonly MarkedGroup[]) {
  const durationsMs: number[] = [];
  for (let index = 0; index < measuredSaves; index += 1) {
    const { path, token, body } = buildOneMarkRequest(markedGroups, index);
    const began = performance.now();
    const status = await postJson(portal, path, JSON.parse(String(body)), token);
    if (status !== 200) throw new Error(`A save was answered ${status}.`);
    durationsMs.push(performance.now() - began);
    await sleep(30);
  }
  return [0.5, 0.99].map((share) => percentile(durationsMs, share).toFixed(1)).join('/');
}

async function postJson({ url }: RunningServer, path: string, body: unknown, token?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await reply.arrayBuffer();
  return reply.status;
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

export async function measureEmailRate(
  { url }: RunningServer,
  { admin, emailGroups }: SeededDepartment,
  mailState: { emails: number },
) {
  const office = new ApiCaller(url, admin.token);
  await waitUntilQuiet(mailState);
  const [before, began] = [mailState.emails, performance.now()];
  let queued = 0;
  for (const { groupId, memberIds } of emailGroups) {
    const body = { again: memberIds };
    queued += (await office.call(mailGroup, { params: { groupId }, body })).queued;
  }
  while (mailState.emails < before + queued) await sleep(20);
  const minutes = (performance.now() - began) / 60_000;
  return `${queued} emails queued and handed over: ${(queued / minutes).toFixed(0)} a minute`;
}

async function waitUntilQuiet(mailState: { emails: number }) {
  for (let last = -1; last !== mailState.emails; ) {
    last = mailState.emails;
    await sleep(500);
  }
}
