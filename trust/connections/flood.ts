import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { Caller } from '#tools/test/caller.ts';
import { aPdf } from '#tools/test/people.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { attack } from './attack.ts';

const MB = 1024 * 1024;
/** An idle portal that has hashed a few passwords occupies about 300 MB. */
const mostBytes = 600 * MB;
const seconds = 5;
const pipelined = 1500;

/** What is asked for without reading the replies: files, the document, a request, nothing at all, and heads alone. */
const targets = [
  ...['GET /api/docs/static/swagger-ui-bundle.js', 'GET /', 'GET /api/content/home'],
  ...['GET /nothing.js', 'HEAD /api/docs/static/swagger-ui-bundle.js', 'GET /api/docs/json'],
];

/** Pipelined requests on each of so many connections, which read nothing. */
const unread = (connections: number) =>
  attack({ seconds }, async ({ url, open }) => {
    for (let index = 0; index < connections; index += 1) {
      const line = targets[index % targets.length];
      open().pause().write(`${line} HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(pipelined));
      if (index % 100 === 99) await sleep(20);
    }
    return { request: () => fetch(`${url}/api/content/home`) };
  });

/** So many sign-ups that declare a length and send next to nothing, while theses are uploaded. */
const declared = (connections: number, length: number) => {
  // As on a disk that has a gigabyte to spare above its watermark.
  const env = async (dataDir: string) => {
    const { bavail, bsize } = await statfs(dataDir);
    return { MIN_FREE_MB: String(Math.max(0, Math.floor((bavail * bsize) / MB - 1024))) };
  };
  return attack({ seconds, env }, async ({ url, group, open }) => {
    const head = `POST ${register.path} HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;
    const part =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n%PDF-1.4\n';
    for (let index = 0; index < connections; index += 1)
      open()
        .resume()
        .write(head + part);
    const { email, token } = group.student;
    const params = { kind: 'thesis' as const, email };
    const student = new Caller(url, token);
    return { request: () => student.request(uploadDocument, { params, body: { file: aPdf() } }) };
  });
};

/** `size` connections that ask and never read, and twenty times as many sign-ups that declare much and send little. */
export const run: Run = async ({ size, progress }, report) => {
  const floods: Record<string, () => ReturnType<typeof attack>> = {
    'unread replies': () => unread(size),
    'more declared than a sign-up may have': () => declared(size * 20, 216 * MB),
    'as much declared as a sign-up may have': () => declared(size * 20, 5 * MB),
  };
  for (const [name, flood] of Object.entries(floods)) {
    progress?.(name);
    const { ended, isRunning, peakBytes, requests, failed, at } = await flood();
    report.count(`connections ended, ${name}`, ended);
    report.largest(`megabytes occupied, ${name}`, peakBytes / MB);
    report.count(`requests of others, ${name}`, requests);
    report.largest(`slowest of them, ms, ${name}`, at(1));
    if (!isRunning) report.violate(`${name}: the portal ended`);
    report.violate(...failed.map((failure) => `${name}: a request failed: ${failure}`));
    report.requireBelow(`bytes occupied under ${name}`, peakBytes, mostBytes);
    if (name === 'unread replies' && ended < size)
      report.violate(`${name}: ${ended} of ${size} connections ended`);
    report.requireAtLeast({ [`requests of others, ${name}`]: seconds });
  }
};
