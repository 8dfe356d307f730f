import { expect } from 'vitest';
import type { DatabaseRow } from '#server/db/tables.ts';
import { endpoints } from '#server/features.ts';
import type { Portal } from '#server/test/portal.ts';

export type AuditEntry = DatabaseRow<'audit_entries'>;
export const readAuditEntries = (portal: Portal): Promise<AuditEntry[]> =>
  portal.db.selectFrom('audit_entries').selectAll().orderBy('sequence').execute();

/** Returns the audit entries that `act` adds, each as "action: subject: detail". */
export async function listAddedEntries(
  portal: Portal,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const before = (await readAuditEntries(portal)).length;
  await act();
  const entries = (await readAuditEntries(portal)).slice(before);
  return entries.map(({ action, subject_name, detail }) => `${action}: ${subject_name}: ${detail}`);
}

export function expectDeclaredActions(name: string, entries: readonly string[]) {
  const audit = endpoints.find((endpoint) => endpoint.name === name)?.endpoint.audit;
  for (const entry of entries) expect(audit, name).toContain(entry.split(':')[0]);
}
