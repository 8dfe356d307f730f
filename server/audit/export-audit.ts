import type { FastifyReply } from 'fastify';
import { type AuditFilter, auditActions, type exportAudit as endpoint } from '#contract/audit.ts';
import type { Db } from '#server/db/tables.ts';
import { sendCsv } from '#server/http/bodies/send-csv.ts';
import type { Call } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { asEntry, entriesOf } from './find-entries.ts';
import { recordEntry } from './record-entry.ts';

const rowsAtOnce = 500;

const columns = [
  'Number',
  'Time (UTC)',
  'Action',
  'By',
  'Email',
  'About',
  'Name',
  'Detail',
  'Address',
  'Request',
];

/** A CSV file, newest first, streamed. Recorded before its first byte leaves, and itself in the file. */
export async function exportAudit(
  { db, clock, config }: Services,
  { caller, query: filter, request, reply }: Call<typeof endpoint>,
): Promise<FastifyReply> {
  // A HEAD request gets no entries, and leaves none.
  if (request.method === 'HEAD') return reply.type('text/csv; charset=utf-8').send();
  const now = clock();
  const { action, ...rest } = filter;
  const asked = Object.entries({ action: action && auditActions[action], ...rest });
  const said = asked.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`);
  const subject = { kind: 'portal', id: null, name: 'Audit trail' } as const;
  const detail = said.length > 0 ? `only ${said.join(', ')}` : 'all of it';
  await recordEntry(db, { action: 'audit-exported', by: caller, subject, detail }, now);
  const portions = linesOf(db, filter, config.timeZone);
  return sendCsv(reply, { name: 'audit-trail', columns, now }, portions);
}

async function* linesOf(db: Db, filter: AuditFilter, timeZone: string): AsyncGenerator<string[][]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await entriesOf(db, filter, timeZone)
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(rowsAtOnce)
      .execute();
    yield rows.map(asEntry).map(lineOf);
    if (rows.length < rowsAtOnce) return;
    before = rows.at(-1)?.sequence ?? 0;
  }
}

const lineOf = ({
  sequence,
  at,
  action,
  actor,
  subject,
  detail,
  address,
  requestId,
}: ReturnType<typeof asEntry>) => [
  String(sequence),
  at,
  auditActions[action],
  actor?.name ?? '',
  actor?.email ?? '',
  subject.kind,
  subject.name,
  detail,
  address ?? '',
  requestId ?? '',
];
