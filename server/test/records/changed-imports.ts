import { listGroups } from '#contract/groups.ts';
import { getItemAt } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import {
  buildGroupRows,
  checkAndImportGroups,
  type ImportedGroupRow,
} from '#server/test/records/imports.ts';

export const listStoredGroups = async (portal: Portal) =>
  (await portal.admin.call(listGroups)).groups;

export const readAllRows = async (portal: Portal) =>
  (await portal.snapshot()) as Record<string, unknown[]>;

export async function importTwoGroups(portal: Portal) {
  const rows = buildGroupRows({}, {}, { group: 'B', title: 'Another' });
  const { rows: written } = await checkAndImportGroups(portal, rows);
  const groups = await listStoredGroups(portal);
  const group = getItemAt(
    groups.filter(({ fypGroupName }) => fypGroupName === written[0]?.group),
    0,
  );
  return { rows, group, id: group._id };
}

export const replaceCells = (
  rows: readonly ImportedGroupRow[],
  row: number,
  cells: Partial<ImportedGroupRow>,
) => rows.map((current) => (current.row === row ? { ...current, ...cells } : current));

export const replaceProject = (
  rows: readonly ImportedGroupRow[],
  cells: Partial<ImportedGroupRow>,
) => rows.map((row) => (row.group === 'A' ? { ...row, ...cells } : row));

export const formatMember = ({ name, roll }: ImportedGroupRow) => `${name} (${roll})`;
