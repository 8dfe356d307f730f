import { listAudit } from '#contract/audit.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readRecords } from '#tools/test/workbook.ts';
import type { Portal } from './portal.ts';

/** What an admin saves as a workbook, a record for each row. */
export async function savedRecords(portal: Portal, endpoint: Endpoint, query: object = {}) {
  const asked = { query: { format: 'xlsx', ...query } };
  const response = await portal.admin.request(endpoint, asked);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return readRecords(new Uint8Array(await response.arrayBuffer()));
}

/** The newest first, as "Groups: all of it". */
export async function exportEntries(portal: Portal): Promise<string[]> {
  const query = { action: 'list-exported' } as const;
  const { entries } = await portal.admin.call(listAudit, { query });
  return entries.map(({ subject, detail }) => `${subject.name}: ${detail}`);
}
