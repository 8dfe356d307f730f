import type { FastifyReply } from 'fastify';
import { type importTemplate as endpoint, importColumns } from '#contract/admin/imports.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { sendSheet } from '#server/http/sheets/send-sheet.ts';
import { createTextColumn } from '#server/http/sheets/sheet.ts';

/** Sends a file with the header row only: an example row would be imported as data. */
export function sendImportTemplate({
  services,
  query,
  reply,
}: EndpointCall<typeof endpoint>): FastifyReply {
  const { of, format } = query;
  const columns = Object.values(importColumns[of]).map((title) =>
    createTextColumn<never>(title, () => '', 24),
  );
  const name = of === 'users' ? 'Users' : 'Groups';
  return sendSheet(
    reply,
    { format, fileName: `${of}-to-import`, at: services.clock() },
    { name, columns, portions: [], timeZone: services.config.timeZone },
  );
}
