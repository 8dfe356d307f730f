import papa from 'papaparse';
import { describe, expect } from 'vitest';
import { exampleMember, isTemplateRow } from '#contract/admin/import-template.ts';
import {
  type ImportKind,
  importColumns,
  importGroups,
  importTemplate,
  importUsers,
} from '#contract/admin/imports.ts';
import { removeFormulaGuard } from '#contract/values/formula-guard.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readWorkbook } from '#tools/test/files/workbook.ts';
import { buildEmailAddress, buildMember, createUniqueName } from '#tools/test/people.ts';

type Row = Record<string, string>;

/** Reads a template in the way the client does: each cell under the field of its column. */
async function readTemplate(portal: Portal, of: ImportKind) {
  const csv = await portal.admin.request(importTemplate, { query: { of } });
  const { data } = papa.parse<string[]>((await csv.text()).replace('\uFEFF', ''), {
    skipEmptyLines: true,
  });
  const fields = Object.keys(importColumns[of]);
  const [titles, ...lines] = data;
  const rows = lines.map((line, index) => ({
    row: index + 2,
    ...Object.fromEntries(fields.map((field, at) => [field, removeFormulaGuard(line[at] ?? '')])),
  })) as unknown as [Row, Row];
  return { csv, titles, rows };
}

describe('the import template', () => {
  test.for(['users', 'groups'] as const)(
    'for %s contains the titles, an example and the allowed values, both as CSV and as .xlsx',
    async (of, { portal }) => {
      const titles = Object.values(importColumns[of]);
      const template = await readTemplate(portal, of);
      expect(template.titles).toEqual(titles);
      expect(template.rows).toHaveLength(2);
      expect(template.csv.headers.get('content-disposition')).toContain(
        `${of}-to-import-2027-01-15.csv`,
      );
      const xlsx = await portal.admin.request(importTemplate, { query: { of, format: 'xlsx' } });
      const [sheet] = await readWorkbook(new Uint8Array(await xlsx.arrayBuffer()));
      const cells = template.rows.map(({ row: _, ...row }) => Object.values(row));
      expect(sheet?.rows.map((row) => row.map((cell) => cell ?? ''))).toEqual([titles, ...cells]);
    },
  );

  test('lists the roles, and for groups the values that the proposal form offers', async ({
    portal,
  }) => {
    const [, roles] = (await readTemplate(portal, 'users')).rows;
    expect(roles).toMatchObject({ role: 'Student, Supervisor, External examiner, Admin' });
    const [example, allowed] = (await readTemplate(portal, 'groups')).rows;
    expect(example).toMatchObject({ program: 'BSCS', category: 'Web Development' });
    expect(allowed?.program).toBe('BSCS, BSSE, BSAI, BSCyber, BSIT');
    expect(allowed?.supervisor).toMatch(/, other$/);
    expect(allowed?.phone).toMatch(/^such as \+92 3/);
  });
});

describe('the rows of the import template', () => {
  test.for(['users', 'groups'] as const)(
    'are recognised for %s, and an import refuses them with a row that is data',
    async (of, { portal }) => {
      const { rows } = await readTemplate(portal, of);
      for (const row of rows) expect(isTemplateRow(of, row)).toBe(true);
      const endpoint = of === 'users' ? importUsers : importGroups;
      const { message } = await expectRefusal(portal, portal.admin, importUsers, {
        body: { rows: (await readTemplate(portal, 'users')).rows, dryRun: false },
      });
      expect(message).toContain('the file has 2 errors');
      const checked = await portal.admin.call(endpoint, {
        body: { rows, dryRun: true } as never,
      });
      expect(checked.errors).toMatchObject([
        { row: 2, message: expect.stringContaining('is the example of the template') },
        { row: 3, message: expect.stringContaining('is a row of the template') },
      ]);
    },
  );

  test('are data once a person’s name, email and roll number replace those of the example', async ({
    portal,
  }) => {
    const [example] = (await readTemplate(portal, 'groups')).rows;
    const name = createUniqueName('Typed');
    const {
      feeProof: _,
      certificate: __,
      ...member
    } = buildMember({ name, email: buildEmailAddress(name) });
    const typed = { ...example, ...member };
    expect(isTemplateRow('groups', typed)).toBe(false);
    const check = (row: Row) =>
      portal.admin.call(importGroups, { body: { rows: [row], dryRun: true } as never });
    expect(await check(typed)).toMatchObject({ errors: [], counts: { new: 1 } });
    for (const [column, text] of Object.entries(exampleMember)) {
      const halfTyped = { ...typed, [column]: text };
      expect(isTemplateRow('groups', halfTyped)).toBe(false);
      expect((await check(halfTyped)).errors).toMatchObject([{ row: 2, column }]);
    }
  });
});
