import papa from 'papaparse';
import { expect } from 'vitest';
import { importGroups, importUsers } from '#contract/admin/imports.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { exportGroups } from '#contract/groups.ts';
import { exportUsers } from '#contract/users.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

type Cells = Record<string, string>;
type Row = EndpointInput<typeof importGroups>['body']['rows'][number];

async function readCsv(portal: Portal, endpoint: Endpoint): Promise<Cells[]> {
  const response = await portal.admin.request(endpoint, {});
  const text = (await response.text()).replace('\uFEFF', '');
  return papa.parse<Cells>(text, { header: true, skipEmptyLines: true }).data;
}

const cell = (cells: Cells, title: string) => cells[title] ?? `no column ${title}`;

const toGroupRow = (cells: Cells, index: number): Row => ({
  row: index + 2,
  group: cell(cells, 'Group'),
  program: cell(cells, 'Program'),
  title: cell(cells, 'Title'),
  category: cell(cells, 'Category'),
  supervisor: cell(cells, 'Supervisor'),
  externalExaminer: cell(cells, 'External examiner'),
  name: cell(cells, 'Name'),
  fathername: cell(cells, 'Father name'),
  roll: cell(cells, 'Roll'),
  email: cell(cells, 'Email'),
  phone: cell(cells, 'Phone'),
});

test.for([
  '=HYPERLINK("http://evil.test")',
  '-40 °C: a cold chain',
  'Storage | -40 °C; +8 °C',
  "'=quoted",
  '@home, at work',
])(
  'an import of an exported group with the title %j reports the group as unchanged',
  async (title, { portal }) => {
    await createTestGroup(portal, { title });
    const rows = (await readCsv(portal, exportGroups)).map(toGroupRow);
    const before = await portal.snapshot();
    const body = { rows, dryRun: true };
    const result = await portal.admin.call(importGroups, { body });
    expect(result).toMatchObject({ errors: [], counts: { new: 0, unchanged: 1 } });
    expect(result.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    // A title must count as changed if it differs in more than the apostrophe that exports prepend to formulas.
    const other = rows.map((row) => ({ ...row, title: `${row.title} 2` }));
    const changed = await portal.admin.call(importGroups, { body: { rows: other, dryRun: true } });
    expect(changed.rows.flatMap(({ differences = [] }) => differences)).toMatchObject([
      { field: 'title', stored: title, file: `${title} 2` },
    ]);
    expect(await portal.snapshot()).toEqual(before);
  },
);

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
