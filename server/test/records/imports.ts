import type { CallInput } from '#contract/endpoint.ts';
import { importGroups } from '#contract/imports.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildMember, emailOf, uniqueName } from '#tools/test/people.ts';

type Rows = CallInput<typeof importGroups>['body']['rows'];
export type GroupRow = Rows[number];

export const importedProject = {
  group: 'A',
  program: 'BSCS',
  title: 'A portal for robots',
  category: 'Web Development',
  supervisor: 'other',
};

/** Builds the rows of an import file, whose header is row 1. By default, each row is a new member of group A. */
export const buildGroupRows = (...rows: Partial<GroupRow>[]): GroupRow[] =>
  rows.map((cells, index) => {
    const name = uniqueName('Member');
    const { feeProof: _, certificate: __, ...member } = buildMember({ name, email: emailOf(name) });
    return { row: index + 2, ...importedProject, ...member, ...cells };
  });

export const checkGroups = ({ admin }: Portal, rows: Rows, cohort?: string) =>
  admin.call(importGroups, { body: { rows, dryRun: true, cohort } });

export async function buildCheckedInput(portal: Portal, rows: Rows, changes: string[] = []) {
  const { cohort, token } = await checkGroups(portal, rows);
  return { body: { rows, dryRun: false, cohort: cohort.code, token, changes } };
}

export const checkAndImport = async (portal: Portal, rows: Rows, changes?: string[]) =>
  portal.admin.call(importGroups, await buildCheckedInput(portal, rows, changes));
