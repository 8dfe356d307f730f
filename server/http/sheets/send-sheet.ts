import type { FastifyReply } from 'fastify';
import type { SheetFormat } from '#contract/exports/sheets.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import type { Job } from '#server/http/work/job.ts';
import { writeCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

export const sheetMediaTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Streams a sheet as a download. The file name consists of `fileName` and the current date. */
export function sendSheet<Row>(
  job: Job,
  reply: FastifyReply,
  { format, fileName, at }: { format: SheetFormat; fileName: string; at: Date },
  sheet: Sheet<Row>,
): FastifyReply {
  const nextSlice = () => job.nextSlice();
  const content =
    format === 'xlsx' ? writeXlsx(sheet, at, { nextSlice }) : writeCsv(sheet, { nextSlice });
  return reply
    .headers({
      'content-type': sheetMediaTypes[format],
      'content-disposition': `attachment; filename="${fileName}-${formatCalendarDate(at, sheet.timeZone)}.${format}"`,
    })
    .send(job.stream(content));
}
