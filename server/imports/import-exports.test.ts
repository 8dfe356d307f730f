import papa from 'papaparse';
import { expect } from 'vitest';
import { importUsers } from '#contract/admin/imports.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { exportUsers } from '#contract/users.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

type Cells = Record<string, string>;

async function readCsv(portal: Portal, endpoint: Endpoint): Promise<Cells[]> {
  const response = await portal.admin.request(endpoint, {});
  const text = (await response.text()).replace('\uFEFF', '');
  return papa.parse<Cells>(text, { header: true, skipEmptyLines: true }).data;
}

const cell = (cells: Cells, title: string) => cells[title] ?? `no column ${title}`;

test('an import of the exported list of users reports every user as unchanged', async ({
  portal,
}) => {
  await createTestGroup(portal);
  const rows = (await readCsv(portal, exportUsers)).map((cells, index) => ({
    row: index + 2,
    name: cell(cells, 'Name'),
    email: cell(cells, 'Email'),
    role: cell(cells, 'Role'),
  }));
  const result = await portal.admin.call(importUsers, { body: { rows, dryRun: true } });
  expect(result).toMatchObject({ errors: [], counts: { new: 0, unchanged: rows.length } });
});
