import type { FastifyReply } from 'fastify';
import { type importTemplate as endpoint, importColumns } from '#contract/imports.ts';
import type { Call } from '#server/http/serve.ts';
import { sendSheet } from '#server/http/sheets/send-sheet.ts';
import { textColumn } from '#server/http/sheets/sheet.ts';

/** Sends a file with the header row only, because an example row would be imported as data. */
export function sendTemplate({ services, query, reply }: Call<typeof endpoint>): FastifyReply {
  const { of, format } = query;
  const columns = Object.values(importColumns[of]).map((title) =>
    textColumn<never>(title, () => '', 24),
  );
  const name = of === 'users' ? 'Users' : 'Groups';
  return sendSheet(
    reply,
    { format, fileName: `${of}-to-import`, at: services.clock() },
    { name, columns, portions: [], timeZone: services.config.timeZone },
  );
}
