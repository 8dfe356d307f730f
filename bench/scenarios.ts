import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup } from '#contract/marks.ts';
import { Caller } from '#tools/test/caller.ts';
import { fileOf } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { casesOf } from './cases.ts';
import { generate } from './load/generate.ts';
import type { Server } from './load/start-server.ts';
import type { Department } from './seed.ts';

const MB = 1024 * 1024;

/** A mail server that takes everything and counts it. */
export async function startCounting() {
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

/** How long a save takes alone and while 64 people log in, at the median and at the 99th percentile. */
export async function savesDuringLogins(portal: Server, department: Department, seconds: number) {
  const cases = casesOf(department, seconds);
  const named = (name: string) => {
    const found = cases.find((one) => one.name === name);
    if (!found) throw new Error(`There is no case ${name}.`);
    return found.portal;
  };
  const save = () =>
    generate(portal, named('one cell saved, 1'), { connections: 1, seconds, perSecond: 20 });
  const alone = await save();
  const [during] = await Promise.all([
    save(),
    generate(portal, named('login, 1'), {
      ...{ connections: 64, seconds: seconds + 1, mayBeRefused: true },
    }),
  ]);
  return `a save alone ${alone.p50}/${alone.p99} ms, during 64 logins ${during.p50}/${during.p99} ms (p50/p99)`;
}

/** From the request that queues them until the mail server has taken the last one. */
export async function emailsPerMinute(
  { url }: Server,
  { admin, marked }: Department,
  counted: { emails: number },
) {
  const office = new Caller(url, admin);
  await waitUntilQuiet(counted);
  const [before, began] = [counted.emails, performance.now()];
  let queued = 0;
  for (const { groupId, memberIds } of [...marked, ...marked]) {
    const body = { again: memberIds };
    queued += (await office.call(mailGroup, { params: { groupId }, body })).queued;
  }
  while (counted.emails < before + queued) await sleep(20);
  const minutes = (performance.now() - began) / 60_000;
  return `${queued} emails queued and handed over: ${(queued / minutes).toFixed(0)} a minute`;
}

async function waitUntilQuiet(counted: { emails: number }) {
  for (let last = -1; last !== counted.emails; ) {
    last = counted.emails;
    await sleep(500);
  }
}

/**
 * The evening of a deadline: so many uploads of 5 to 50 MiB, begun at even distances whether or not those before are
 * through, while supervisors mark.
 */
export async function deadlineRush(
  portal: Server,
  department: Department,
  { uploads, seconds }: { uploads: number; seconds: number },
) {
  const marking = casesOf(department, seconds).find(({ name }) => name === '3 × 8 sheet saved, 1');
  if (!marking) throw new Error('There is no case of a sheet.');
  const saving = generate(portal, marking.portal, { connections: 4, seconds, perSecond: 8 });
  const took: number[] = [];
  let bytes = 0;
  const sending = Array.from({ length: uploads }, async (_, index) => {
    const student = department.students[index % department.students.length];
    const size = (5 + ((index * 7) % 46)) * MB;
    await sleep((index * seconds * 1000) / uploads);
    const began = performance.now();
    const file = fileOf(pdf({ title: `Thesis ${index}`, bytes: size }), 'thesis.pdf');
    await new Caller(portal.url, student?.token).call(uploadDocument, {
      params: { kind: 'thesis', email: student?.email ?? '' },
      body: { file },
    });
    took.push(performance.now() - began);
    bytes += size;
  });
  await Promise.all(sending);
  const { p50, p99 } = await saving;
  took.sort((a, b) => a - b);
  const at = (share: number) => ((took[Math.floor(took.length * share)] ?? 0) / 1000).toFixed(1);
  return `${uploads} uploads of ${(bytes / MB).toFixed(0)} MiB within ${seconds} s: ${at(0.5)} s each, ${at(0.99)} s at most; a sheet meanwhile ${p50}/${p99} ms`;
}
