import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { SheetFormat } from '#contract/exports/sheets.ts';
import type { Caller } from '#server/http/serve.ts';
import { sendSheet, sheetMediaTypes } from '#server/http/sheets/send-sheet.ts';
import type { Sheet } from '#server/http/sheets/sheet.ts';
import type { Services } from '#server/services.ts';
import { recordAuditEntry } from './record-entry.ts';

type ExportContext = {
  services: Services;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Export<Row> = Omit<Sheet<Row>, 'portions' | 'timeZone'> & {
  format: SheetFormat;
  fileName: string;
  action?: Extract<AuditAction, 'audit-exported' | 'list-exported'>;
  /** Filter of the exported list, recorded in the audit entry. Undefined values are omitted. */
  filter: Record<string, string | undefined>;
  rows: () => Sheet<Row>['portions'];
};

/** Records the export in the audit trail, then streams the list as a file. */
export async function replyWithExport<Row>(
  { services: { db, clock, config }, caller, request, reply }: ExportContext,
  { action = 'list-exported', name, columns, rows, format, fileName, filter }: Export<Row>,
): Promise<FastifyReply> {
  // A HEAD request exports nothing and therefore adds no audit entry.
  if (request.method === 'HEAD') return reply.type(sheetMediaTypes[format]).send();
  const at = clock();
  const asked = Object.entries(filter).filter(([, value]) => value);
  const conditions = asked.map(([key, value]) => `${key}: ${value}`);
  const subject = { kind: 'portal', id: null, name } as const;
  const detail = conditions.length > 0 ? `only ${conditions.join(', ')}` : 'all of it';
  await recordAuditEntry({ trx: db, now: at }, { action, by: caller, subject, detail });
  const sheet = { name, columns, portions: rows(), timeZone: config.timeZone };
  return sendSheet(reply, { format, fileName, at }, sheet);
}
