import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { Caller } from '#tools/test/caller.ts';
import { buildPdfFile } from '#tools/test/people.ts';
import type { RunInstrument } from '#trust/lib/instrument.ts';
import { measureUnderAttack } from './attack.ts';

const MB = 1024 * 1024;
/** Memory limit: twice as much as an idle portal occupies after hashing a few passwords. */
const maxBytes = 600 * MB;
const seconds = 5;
const requestsPerConnection = 1500;

const requestLines = [
  'GET /api/docs/static/swagger-ui-bundle.js',
  'GET /',
  'GET /api/content/home',
  'GET /nothing.js',
  'HEAD /api/docs/static/swagger-ui-bundle.js',
  'GET /api/docs/json',
];

const floodWithUnreadReplies = (connections: number) =>
  measureUnderAttack({ seconds }, async ({ url, open }) => {
    for (let index = 0; index < connections; index += 1) {
      const line = requestLines[index % requestLines.length];
      open().pause().write(`${line} HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(requestsPerConnection));
      if (index % 100 === 99) await sleep(20);
    }
    return { request: () => fetch(`${url}/api/content/home`) };
  });

/** Starts sign-ups that declare a large body but send almost none of it, while a student uploads a file. */
const floodWithDeclaredBodies = (connections: number, length: number) => {
  // Set the free-space watermark so that only 1 GB can be used.
  const env = async (dataDir: string) => {
    const { bavail, bsize } = await statfs(dataDir);
    return { MIN_FREE_MB: String(Math.max(0, Math.floor((bavail * bsize) / MB - 1024))) };
  };
  return measureUnderAttack({ seconds, env }, async ({ url, group, open }) => {
    const head = `POST ${register.path} HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;
    const bodyStart =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n%PDF-1.4\n';
    for (let index = 0; index < connections; index += 1)
      open()
        .resume()
        .write(head + bodyStart);
    const { email, token } = group.student;
    const params = { kind: 'thesis' as const, email };
    const student = new Caller(url, token);
    return {
      request: () => student.request(uploadDocument, { params, body: { file: buildPdfFile() } }),
    };
  });
};

/** Opens `size` connections that never read a reply, then 20 times as many incomplete sign-ups. */
export const run: RunInstrument = async ({ size, progress }, report) => {
  const floods: Record<string, () => ReturnType<typeof measureUnderAttack>> = {
    'unread replies': () => floodWithUnreadReplies(size),
    'more declared than a sign-up may have': () => floodWithDeclaredBodies(size * 20, 216 * MB),
    'as much declared as a sign-up may have': () => floodWithDeclaredBodies(size * 20, 5 * MB),
  };
  for (const [name, flood] of Object.entries(floods)) {
    progress?.(name);
    const { ended, isRunning, peakBytes, requests, failed, percentile } = await flood();
    report.count(`connections ended, ${name}`, ended);
    report.recordMax(`megabytes occupied, ${name}`, peakBytes / MB);
    report.count(`requests of others, ${name}`, requests);
    report.recordMax(`slowest of them, ms, ${name}`, percentile(1));
    if (!isRunning) report.addViolations(`${name}: the portal ended`);
    report.addViolations(...failed.map((failure) => `${name}: a request failed: ${failure}`));
    report.requireBelow(`bytes occupied under ${name}`, peakBytes, maxBytes);
    if (name === 'unread replies' && ended < size)
      report.addViolations(`${name}: ${ended} of ${size} connections ended`);
    report.requireAtLeast({ [`requests of others, ${name}`]: seconds });
  }
};
