import { importGroups } from '#contract/admin/imports.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildEmailAddress, buildMember, createUniqueName } from '#tools/test/people.ts';

type Rows = EndpointInput<typeof importGroups>['body']['rows'];
export type ImportedGroupRow = Rows[number];

export const importedProject = {
  group: 'A',
  program: 'BSCS',
  title: 'A portal for robots',
  category: 'Web Development',
  supervisor: 'other',
};

/** Builds the rows of an import file, whose header is row 1. By default, each row is a new member of group A. */
export const buildGroupRows = (...rows: Partial<ImportedGroupRow>[]): ImportedGroupRow[] =>
  rows.map((cells, index) => {
    const name = createUniqueName('Member');
    const {
      feeProof: _,
      certificate: __,
      ...member
    } = buildMember({ name, email: buildEmailAddress(name) });
    return { row: index + 2, ...importedProject, ...member, ...cells };
  });

export const checkGroupImport = ({ admin }: Portal, rows: Rows, cohort?: string) =>
  admin.call(importGroups, { body: { rows, dryRun: true, cohort } });

export async function buildCheckedGroupImport(portal: Portal, rows: Rows, changes: string[] = []) {
  const { cohort, token } = await checkGroupImport(portal, rows);
  return { body: { rows, dryRun: false, cohort: cohort.code, token, changes } };
}

export const checkAndImportGroups = async (portal: Portal, rows: Rows, changes?: string[]) =>
  portal.admin.call(importGroups, await buildCheckedGroupImport(portal, rows, changes));
