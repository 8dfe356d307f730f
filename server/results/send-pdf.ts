import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { downloadWarning } from '#contract/downloads.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { pdfOf } from './pdf-of.ts';
import type { ResultSheet } from './result-sheet.ts';
import { warnUnprintable } from './warn-unprintable.ts';

type Asking = { services: Services; caller: Caller; reply: FastifyReply };
type Printed = {
  name: string;
  /** Reads the sheets, once to check their characters and once to draw them. */
  read: () => AsyncIterable<readonly ResultSheet[]>;
  count: number;
  detail: string;
};

/** Longer ones are for paper. */
const mostTagged = 50;

/** Streamed. Of what staff take an entry stays, written before the first byte leaves; a student’s own is their own. */
export async function sendPdf(
  { services, caller, reply }: Asking,
  { name, read, count, detail }: Printed,
): Promise<FastifyReply> {
  const { db, clock, content, config } = services;
  const printedAt = clock();
  if (caller.role !== 'student') {
    const subject = { kind: 'portal', id: null, name: 'Result sheets' } as const;
    const entry = { action: 'list-exported', by: caller, subject, detail } as const;
    await recordEntry(db, entry, printedAt);
  }
  const { university, name: department, logo } = content.department;
  const { timeZone } = config;
  const title = `Result sheets: ${name}`;
  const head = {
    university,
    department,
    logo,
    timeZone,
    printedAt,
    title,
    isTagged: count <= mostTagged,
  };
  const warning = await warnUnprintable(read());
  const fileName = name.replace(/[^\w.-]+/g, '-');
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="result-sheet-${fileName}.pdf"`,
      ...(warning && { [downloadWarning]: encodeURIComponent(warning) }),
    })
    .send(Readable.from(pdfOf(read(), head), { objectMode: false }));
}
