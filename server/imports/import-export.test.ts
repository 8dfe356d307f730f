import fc from 'fast-check';
import { expect } from 'vitest';
import { buildImportRows } from '#client/imports/build-import-rows.ts';
import { matchColumns } from '#client/imports/match/match-columns.ts';
import { toTable } from '#client/imports/match/table.ts';
import { readCsv } from '#client/imports/read/csv.ts';
import { exportGroups } from '#contract/groups.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildGroupRows,
  checkAndImportGroups,
  checkGroupImport,
  type ImportedGroupRow,
} from '#server/test/records/imports.ts';

async function exportedRows(portal: Portal): Promise<ImportedGroupRow[]> {
  const query = { format: 'csv', cohort: portal.content.current.code };
  const response = await portal.admin.request(exportGroups, { query });
  const sheet = readCsv(new Uint8Array(await response.arrayBuffer()));
  const table = toTable(sheet, 'groups');
  const match = matchColumns(table.header, 'groups');
  return buildImportRows(table, 'groups', match) as unknown as ImportedGroupRow[];
}

/** Generates valid form values, but none with a leading apostrophe, because exports prepend one to formulas. */
const someText = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((text) => /^[\p{L}\p{N}"=+@,;|-][\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text));
const createGroup = fc.record({
  title: someText(60),
  names: fc.array(fc.tuple(someText(30), someText(30)), { minLength: 1, maxLength: 3 }),
});

test('an import of the exported list of groups reports every group as unchanged', async ({
  portal,
}) => {
  await createTestGroup(portal, { size: 3 });
  let row = 1;
  const add = async (
    groups: readonly (typeof createGroup extends fc.Arbitrary<infer G> ? G : never)[],
  ) => {
    const rows = groups.flatMap(({ title, names }) => {
      const first = row + 1;
      return names.flatMap(([name, fathername]) => {
        row += 1;
        const [rowToImport] = buildGroupRows({
          name,
          fathername,
          title,
          group: `Group of row ${first}`,
        });
        return rowToImport ? { ...rowToImport, row } : [];
      });
    });
    const checked = await checkGroupImport(portal, rows);
    if (checked.errors.length === 0) await checkAndImportGroups(portal, rows);
    return checked.errors.length === 0;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(createGroup, { minLength: 1, maxLength: 5 }), async (groups) => {
      fc.pre(await add(groups));
      const rows = await exportedRows(portal);
      const { errors, counts, rows: results } = await checkGroupImport(portal, rows);
      expect(errors).toEqual([]);
      expect(counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
      expect(results).toHaveLength(rows.length);
    }),
    { numRuns: 8 },
  );
});
