import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { exportOutcomeReport as endpoint } from '#contract/admin/outcomes.ts';
import { downloadWarningHeader } from '#contract/exports/downloads.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import { describePdf } from '#server/results/describe-pdf.ts';
import { streamPdf } from '#server/results/stream-pdf.ts';
import { getUnprintableTextWarning } from '#server/results/warn-unprintable.ts';
import { countOutcomes } from './count-outcomes.ts';
import { listReportTexts, outcomeReportPrinter, type PrintedReport } from './draw-report.ts';

/** Sends the report about learning outcomes as a PDF, and records the export. Throws `not-found`. */
export async function exportOutcomeReport(
  call: EndpointCall<typeof endpoint>,
  job: Job,
): Promise<FastifyReply> {
  const { services, caller, query, request, reply } = call;
  const { db, content, config, clock } = services;
  const cohort = getCohort(content, query.cohort);
  if (request.method === 'HEAD') return reply.type('application/pdf').send();
  const { program: code } = query;
  const detail = `only cohort: ${cohort.code}${code === undefined ? '' : `, program: ${code}`}`;
  await recordAuditEntry(
    { trx: db, now: clock() },
    {
      action: 'list-exported',
      by: caller,
      subject: { kind: 'portal', id: null, name: 'Report on learning outcomes' },
      detail,
    },
  );
  const nextSlice = () => job.nextSlice();
  const report: PrintedReport = {
    cohort: cohort.name,
    program: code === undefined ? undefined : findProgram(cohort.programs, code),
    outcomes: cohort.outcomes,
    scheme: cohort.scheme,
    results: await countOutcomes(db, cohort, { program: code }, nextSlice),
    preparedBy: caller.name,
  };
  const toTexts = (item: PrintedReport) => ({ name: item.cohort, texts: listReportTexts(item) });
  const warning = await getUnprintableTextWarning([[report]], toTexts, nextSlice);
  const head = describePdf(services, {
    title: `Learning outcomes: ${cohort.name}`,
    isTagged: true,
  });
  const pdf = await buffer(streamPdf(outcomeReportPrinter, [[report]], head, nextSlice));
  const parts = ['learning-outcomes', cohort.code, report.program?.value].filter(Boolean);
  const name = [...parts, formatCalendarDate(clock(), config.timeZone)].join('-');
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.pdf"`,
      ...(warning && { [downloadWarningHeader]: encodeURIComponent(warning) }),
    })
    .send(pdf);
}

const findProgram = (programs: readonly { value: string; label: string }[], code: string) =>
  programs.find(({ value }) => isSameListEntry(value, code)) ?? { value: code, label: code };
