import type { FastifyReply } from 'fastify';
import { type importTemplate as endpoint, listImportColumns } from '#contract/admin/imports.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { sendSheet } from '#server/http/sheets/send-sheet.ts';
import { createTextColumn } from '#server/http/sheets/sheet.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { findProposalChoices } from '#server/proposals/find-choices.ts';
import { buildGroupTemplateRows, buildUserTemplateRows } from './template-rows.ts';

/** Sends a file with an example and the allowed values. The client omits these rows; an import refuses them. */
export async function sendImportTemplate(
  call: EndpointCall<typeof endpoint>,
): Promise<FastifyReply> {
  const { services, caller, query, reply } = call;
  const { of, format } = query;
  const rows: Record<string, string>[] =
    of === 'users'
      ? buildUserTemplateRows()
      : buildGroupTemplateRows(await findProposalChoices(services, caller));
  const columns = listImportColumns(of, services.content.modules).map(([field, title]) =>
    createTextColumn<Record<string, string>>(title, (row) => row[field] ?? '', 24),
  );
  const name = of === 'users' ? 'Users' : 'Groups';
  const file = { format, fileName: `${of}-to-import`, at: services.clock() };
  const sheet = { name, columns, portions: [rows], timeZone: services.config.timeZone };
  return runJob(call, async (job) => sendSheet(job, reply, file, sheet));
}
