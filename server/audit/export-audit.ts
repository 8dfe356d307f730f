import type { FastifyReply } from 'fastify';
import type { AuditEntry, AuditFilter, exportAudit as endpoint } from '#contract/admin/audit.ts';
import { auditActions } from '#contract/audit-actions.ts';
import type { Db } from '#server/db/tables.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createInstantColumn,
  createNumberColumn,
  createTextColumn,
} from '#server/http/sheets/sheet.ts';
import { selectAuditEntries, toAuditEntry } from './find-entries.ts';
import { replyWithExport } from './send-export.ts';

const rowsAtOnce = 500;

const columns = [
  createNumberColumn<AuditEntry>('Number', ({ sequence }) => sequence),
  createTextColumn<AuditEntry>('Time (UTC)', ({ at }) => at, 26),
  createTextColumn<AuditEntry>('Action', ({ action }) => auditActions[action]),
  createTextColumn<AuditEntry>('By', ({ actor }) => actor?.name),
  createTextColumn<AuditEntry>('Email', ({ actor }) => actor?.email, 30),
  createTextColumn<AuditEntry>('About', ({ subject }) => subject.kind, 10),
  createTextColumn<AuditEntry>('Name', ({ subject }) => subject.name, 30),
  createTextColumn<AuditEntry>('Detail', ({ detail }) => detail, 50),
  createTextColumn<AuditEntry>('Address', ({ address }) => address),
  createTextColumn<AuditEntry>('Request', ({ requestId }) => requestId),
  createInstantColumn<AuditEntry>('Local time', ({ at }) => at),
  createNumberColumn<AuditEntry>('Times', ({ times }) => times),
  createInstantColumn<AuditEntry>('Last time', ({ lastAt }) => lastAt),
];

/** Exports the audit entries that match the filter, newest first, including the entry about this export. */
export function exportAudit(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { action, format, ...rest } = query;
  return replyWithExport(call, {
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
    const rows = await selectAuditEntries(db, filter, timeZone)
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(rowsAtOnce)
      .execute();
    if (rows.length > 0) yield rows.map(toAuditEntry);
    if (rows.length < rowsAtOnce) return;
    before = rows.at(-1)?.sequence ?? 0;
  }
}
