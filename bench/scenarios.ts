import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { fileOf, password } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { casesOf, cellSaved } from './cases.ts';
import { generate } from './load/generate.ts';
import type { Server } from './load/start-server.ts';
import type { Department, Marked } from './seed.ts';

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

const savesTimed = 100;
const loginsAtOnce = 64;

/** How long a save takes alone and while 64 people log in at the same moment, and again when they are through. */
export async function savesDuringLogins(portal: Server, { marked, students }: Department) {
  const alone = await timedSaves(portal, marked);
  let goesOn = true;
  const done = { logins: 0, refused: 0 };
  const logins = (async () => {
    while (goesOn) {
      const all = students.slice(0, loginsAtOnce).map(({ email }) => ({ email, password }));
      const statuses = await Promise.all(all.map((body) => post(portal, login.path, body)));
      done.logins += statuses.filter((status) => status === 200).length;
      done.refused += statuses.filter((status) => status !== 200).length;
    }
  })();
  const during = await timedSaves(portal, marked);
  goesOn = false;
  await logins;
  return `a save alone ${alone} ms, during 64 logins at once ${during} ms (p50/p99; ${done.logins} logins, ${done.refused} refused)`;
}

/** With a pause between them, as people save. */
async function timedSaves(portal: Server, marked: readonly Marked[]) {
  const took: number[] = [];
  for (let index = 0; index < savesTimed; index += 1) {
    const { path, token, body } = cellSaved(marked, index);
    const began = performance.now();
    const status = await post(portal, path, JSON.parse(String(body)), token);
    if (status !== 200) throw new Error(`A save was answered ${status}.`);
    took.push(performance.now() - began);
    await sleep(30);
  }
  return [0.5, 0.99].map((share) => at(took, share).toFixed(1)).join('/');
}

async function post({ url }: Server, path: string, body: unknown, token?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await reply.arrayBuffer();
  return reply.status;
}

/** The value below which so large a share lies. */
const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** From the request that queues them until the mail server has taken the last one. */
export async function emailsPerMinute(
  { url }: Server,
  { admin, told }: Department,
  counted: { emails: number },
) {
  const office = new Caller(url, admin.token);
  await waitUntilQuiet(counted);
  const [before, began] = [counted.emails, performance.now()];
  let queued = 0;
  for (const { groupId, memberIds } of told) {
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
  const [half, most] = [0.5, 0.99].map((share) => (at(took, share) / 1000).toFixed(1));
  return `${uploads} uploads of ${(bytes / MB).toFixed(0)} MiB within ${seconds} s: ${half} s each, ${most} s at most; a sheet meanwhile ${p50}/${p99} ms`;
}
