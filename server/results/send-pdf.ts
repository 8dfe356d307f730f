import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { downloadWarningHeader } from '#contract/exports/downloads.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import type { ResultSheet } from './result-sheet.ts';
import { streamPdf } from './stream-pdf.ts';
import { getUnprintableTextWarning } from './warn-unprintable.ts';

type SendCall = { services: Services; caller: Caller; reply: FastifyReply };
type Printed = {
  name: string;
  /** Called twice: to check for unprintable characters, and to draw the sheets. */
  read: () => AsyncIterable<readonly ResultSheet[]>;
  count: number;
  detail: string;
};

/** Tags for screen readers stay in memory until the PDF ends, so PDFs with more sheets have none. */
const maxTaggedSheets = 50;

/** Streams the PDF. First records an audit entry, unless students export their own sheet. */
export async function sendResultSheetPdf(
  { services, caller, reply }: SendCall,
  { name, read, count, detail }: Printed,
): Promise<FastifyReply> {
  const { db, clock, content, config } = services;
  const printedAt = clock();
  if (caller.role !== 'student') {
    const subject = { kind: 'portal', id: null, name: 'Result sheets' } as const;
    const entry = { action: 'list-exported', by: caller, subject, detail } as const;
    await recordAuditEntry({ trx: db, now: printedAt }, entry);
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
    isTagged: count <= maxTaggedSheets,
  };
  const warning = await getUnprintableTextWarning(read());
  const fileName = name.replace(/[^\w.-]+/g, '-');
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="result-sheet-${fileName}.pdf"`,
      ...(warning && { [downloadWarningHeader]: encodeURIComponent(warning) }),
    })
    .send(Readable.from(streamPdf(read(), head), { objectMode: false }));
}
