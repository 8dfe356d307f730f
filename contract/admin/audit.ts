import { z } from 'zod';
import { AuditAction } from '#contract/audit-actions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { ListQuery } from '#contract/values/text.ts';

const AuditedObjectKind = z.enum(['user', 'group', 'document', 'letter', 'portal', 'cohort']);
export type AuditedObjectKind = z.infer<typeof AuditedObjectKind>;

/** An audit entry, with names as of the time of the action. Contains no marks, feedback, passwords or tokens. */
export const AuditEntry = z.object({
  _id: z.string(),
  sequence: z.int(),
  at: z.iso.datetime(),
  action: AuditAction,
  actor: z
    .object({ _id: z.string(), name: z.string(), email: z.string() })
    .nullable()
    .describe('null: not logged in, or the portal itself'),
  subject: z.object({ kind: AuditedObjectKind, _id: z.string().nullable(), name: z.string() }),
  detail: z.string(),
  times: z.int().describe('number of identical actions that this entry stands for'),
  lastAt: z.iso.datetime().describe('time of the last of these actions'),
  requestId: z.string().nullable().describe('id of the request in the log'),
  address: z.string().nullable().describe('IP address of the client'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const noDate = 'A date is a calendar date such as 2027-05-22.';
/** A date in the department's time zone, in the years 1000 to 2999, which SQLite and PostgreSQL both support. */
const Day = z.iso.date(noDate).regex(/^[12]/, noDate);
const Sequence = z.coerce.number().int().min(0);

/** Filters the audit trail by action, date (`from` and `to` are inclusive) and search terms (`q`, all must match). */
export const AuditFilter = z.object({
  q: ListQuery.shape.q,
  action: AuditAction.optional(),
  from: Day.optional(),
  to: Day.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/auth/audit',
  summary: 'Search the audit trail, newest first; `before` and `after` return the adjacent pages',
  access: ['admin'],
  query: AuditFilter.extend({
    before: Sequence.optional().describe('older than this `sequence`'),
    after: Sequence.optional().describe('newer than this `sequence`'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    entries: z.array(AuditEntry),
    older: z.int().nullable().describe('value of `before` for the next page; null at the end'),
    newer: z.int().nullable().describe('value of `after` for the previous page; null at the start'),
  }),
  problems: [],
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/auth/audit/export',
  summary: 'Export the audit trail as a spreadsheet, newest first; the export itself is recorded',
  access: ['admin'],
  audit: ['audit-exported'],
  query: AuditFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: [],
});
