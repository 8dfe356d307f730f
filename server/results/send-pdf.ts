import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { downloadWarningHeader } from '#contract/exports/downloads.ts';
import type { RowBatches } from '#server/http/bodies/send-list.ts';
import type { Job } from '#server/http/work/job.ts';
import type { Services } from '#server/services.ts';
import { describePdf } from './describe-pdf.ts';
import { resultSheetPrinter } from './draw-sheet.ts';
import { digestContent, PdfCache } from './pdf-cache.ts';
import { listUserEnteredTexts, type ResultSheet } from './result-sheet.ts';
import { streamPdf } from './stream-pdf.ts';
import { getUnprintableTextWarning } from './warn-unprintable.ts';

type SendCall = { services: Services; reply: FastifyReply };
type Printed = {
  name: string;
  /** Called twice if there are many sheets: to check for unprintable characters, and to draw the sheets. */
  read: () => RowBatches<ResultSheet>;
  count: number;
};

/**
 * PDFs with more sheets are streamed instead of cached, and have no tags for screen readers, because tags stay in memory
 * until the PDF ends.
 */
const maxTaggedSheets = 50;
const cache = new PdfCache(8 * 1024 * 1024);

const listTexts = (sheet: ResultSheet) => ({
  name: sheet.group.fypGroupName,
  texts: listUserEnteredTexts(sheet),
});

/** Sends the PDF. The caller has already recorded the export. */
export async function sendResultSheetPdf(
  job: Job,
  { services, reply }: SendCall,
  { name, read, count }: Printed,
): Promise<FastifyReply> {
  const isTagged = count <= maxTaggedSheets;
  const head = describePdf(services, { title: `Result sheets: ${name}`, isTagged });
  const nextSlice = () => job.nextSlice();
  const all = isTagged ? await Array.fromAsync(read()) : undefined;
  const warning = await getUnprintableTextWarning(all ?? read(), listTexts, nextSlice);
  const fileName = name.replace(/[^\w.-]+/g, '-');
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="result-sheet-${fileName}.pdf"`,
    ...(warning && { [downloadWarningHeader]: encodeURIComponent(warning) }),
  });
  if (!all) return reply.send(job.stream(streamPdf(resultSheetPrinter, read(), head, nextSlice)));
  const key = digestContent([head, all]);
  const pdf = cache.get(key) ?? (await buffer(streamPdf(resultSheetPrinter, all, head, nextSlice)));
  cache.add(key, pdf);
  return reply.send(pdf);
}
