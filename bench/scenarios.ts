import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';
import { buildBenchCases, buildOneMarkRequest } from './cases.ts';
import { generateLoad } from './load/generate.ts';
import type { RunningServer } from './load/start-server.ts';
import type { MarkedGroup, SeededDepartment } from './seed.ts';

const MB = 1024 * 1024;

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

/** Simulates the evening of a deadline: uploads of 5 to 50 MiB start at regular intervals while marks are saved. */
export async function runDeadlineRush(
  portal: RunningServer,
  department: SeededDepartment,
  { uploads, seconds }: { uploads: number; seconds: number },
) {
  const marking = buildBenchCases(department, seconds).find(
    ({ name }) => name === '3 × 8 sheet saved, 1',
  );
  if (!marking) throw new Error('There is no case of a sheet.');
  const saving = generateLoad(portal, marking.portal, { connections: 4, seconds, perSecond: 8 });
  const durationsMs: number[] = [];
  let bytes = 0;
  const sending = Array.from({ length: uploads }, async (_, index) => {
    const student = department.students[index % department.students.length];
    const size = (5 + ((index * 7) % 46)) * MB;
    await sleep((index * seconds * 1000) / uploads);
    const began = performance.now();
    const file = toFile(buildPdf({ title: `Thesis ${index}`, bytes: size }), 'thesis.pdf');
    await new ApiCaller(portal.url, student?.token).call(uploadDocument, {
      params: { kind: 'thesis', email: student?.email ?? '' },
      body: { file },
    });
    durationsMs.push(performance.now() - began);
    bytes += size;
  });
  await Promise.all(sending);
  const { p50, p99 } = await saving;
  const [median, slowest] = [0.5, 0.99].map((share) =>
    (percentile(durationsMs, share) / 1000).toFixed(1),
  );
  return `${uploads} uploads of ${(bytes / MB).toFixed(0)} MiB within ${seconds} s: ${median} s each, ${slowest} s at most; a sheet meanwhile ${p50}/${p99} ms`;
}
