import { listAudit } from '#contract/admin/audit.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Portal } from '#server/test/portal.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';

export async function readExportedRecords(portal: Portal, endpoint: Endpoint, query: object = {}) {
  const input = { query: { format: 'xlsx', ...query } };
  const response = await portal.admin.request(endpoint, input);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return readSheetRecords(new Uint8Array(await response.arrayBuffer()));
}

/** Returns a summary of each audited list export, newest first, such as "Users: all of it". */
export async function listExportEntries(portal: Portal): Promise<string[]> {
  const query = { action: 'list-exported' } as const;
  const { entries } = await portal.admin.call(listAudit, { query });
  return entries.map(({ subject, detail }) => `${subject.name}: ${detail}`);
}
