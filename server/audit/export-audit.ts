import type { FastifyReply } from 'fastify';
import type { AuditEntry, AuditFilter, exportAudit as endpoint } from '#contract/audit.ts';
import { auditActions } from '#contract/values/audit-actions.ts';
import type { Db } from '#server/db/tables.ts';
import type { Call } from '#server/http/serve.ts';
import { instantColumn, numberColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { selectEntries, toAuditEntry } from './find-entries.ts';
import { sendExport } from './send-export.ts';

const rowsAtOnce = 500;

const columns = [
  numberColumn<AuditEntry>('Number', ({ sequence }) => sequence),
  textColumn<AuditEntry>('Time (UTC)', ({ at }) => at, 26),
  textColumn<AuditEntry>('Action', ({ action }) => auditActions[action]),
  textColumn<AuditEntry>('By', ({ actor }) => actor?.name),
  textColumn<AuditEntry>('Email', ({ actor }) => actor?.email, 30),
  textColumn<AuditEntry>('About', ({ subject }) => subject.kind, 10),
  textColumn<AuditEntry>('Name', ({ subject }) => subject.name, 30),
  textColumn<AuditEntry>('Detail', ({ detail }) => detail, 50),
  textColumn<AuditEntry>('Address', ({ address }) => address),
  textColumn<AuditEntry>('Request', ({ requestId }) => requestId),
  instantColumn<AuditEntry>('Local time', ({ at }) => at),
];

/** Exports the filtered entries, newest first, including the entry about this export. */
export function exportAudit(call: Call<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { action, format, ...rest } = query;
  return sendExport(call, {
    action: 'audit-exported',
    name: 'Audit trail',
    fileName: 'audit-trail',
    format,
    filter: { action: action && auditActions[action], ...rest },
    columns,
    rows: () => entriesInPortions(services.db, query, services.config.timeZone),
  });
}

async function* entriesInPortions(db: Db, filter: AuditFilter, timeZone: string) {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await selectEntries(db, filter, timeZone)
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(rowsAtOnce)
      .execute();
    if (rows.length > 0) yield rows.map(toAuditEntry);
    if (rows.length < rowsAtOnce) return;
    before = rows.at(-1)?.sequence ?? 0;
  }
}
