import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { SheetFormat } from '#contract/exports/sheets.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { sendSheet, sheetMediaTypes } from '#server/http/sheets/send-sheet.ts';
import type { Sheet } from '#server/http/sheets/sheet.ts';
import { runJob } from '#server/http/work/run-job.ts';
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
  /**
   * Checks the caller's rights in a transaction, in which it calls `record`. Called in the caller's turn, because rights
   * may change before. Without it, `record` runs in a transaction of its own.
   */
  checkAndRecord?: (record: RecordExport) => Promise<void>;
};

type RecordExport = (trx: Db) => Promise<void>;

/** Waits for the caller's turn, records the export in the audit trail, then streams the list as a file. */
export async function replyWithExport<Row>(
  { services, caller, request, reply }: ExportContext,
  {
    action = 'list-exported',
    name,
    columns,
    rows,
    format,
    fileName,
    filter,
    checkAndRecord = (record) => record(services.db),
  }: Export<Row>,
): Promise<FastifyReply> {
  // A HEAD request exports nothing and therefore adds no audit entry.
  if (request.method === 'HEAD') return reply.type(sheetMediaTypes[format]).send();
  return runJob({ request, reply, caller }, async (job) => {
    const { config, content } = services;
    const asked = Object.entries(filter).filter(([, value]) => value);
    const conditions = asked.map(([key, value]) => `${key}: ${value}`);
    const subject = { kind: 'portal', id: null, name } as const;
    const detail = conditions.length > 0 ? `only ${conditions.join(', ')}` : 'all of it';
    const at = services.clock();
    await checkAndRecord((trx) =>
      recordAuditEntry({ trx, now: at }, { action, by: caller, subject, detail }),
    );
    const inUse = columns.filter(({ module }) => isModuleEnabled(content.modules, module));
    const sheet = { name, columns: inUse, portions: rows(), timeZone: config.timeZone };
    return sendSheet(job, reply, { format, fileName, at }, sheet);
  });
}
