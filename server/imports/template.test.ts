import { expect } from 'vitest';
import { importColumns, importTemplate } from '#contract/admin/imports.ts';
import { test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readWorkbook } from '#tools/test/files/workbook.ts';

test.for(['users', 'groups'] as const)(
  'the import template for %s contains only the header row, both as CSV and as .xlsx',
  async (of, { portal }) => {
    const titles = Object.values(importColumns[of]);
    const csv = await portal.admin.request(importTemplate, { query: { of } });
    expect(await csv.text()).toBe(`${titles.join(',')}\r\n`);
    expect(csv.headers.get('content-disposition')).toContain(`${of}-to-import-2027-01-15.csv`);
    const xlsx = await portal.admin.request(importTemplate, { query: { of, format: 'xlsx' } });
    const sheets = await readWorkbook(new Uint8Array(await xlsx.arrayBuffer()));
    expect(sheets.map(({ rows }) => rows)).toEqual([[titles]]);
  },
);

test('the import template is available only for users and groups', async ({ portal }) => {
  const refusal = await expectRefusal(portal, portal.admin, importTemplate, {
    query: { of: 'marks' },
  });
  expect(refusal.message).toBe('Choose the template for users or for groups.');
});
