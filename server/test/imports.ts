import type { CallInput } from '#contract/endpoint.ts';
import { importGroups } from '#contract/imports.ts';
import type { Portal } from './portal.ts';

type Rows = CallInput<typeof importGroups>['body']['rows'];

/** Checks the rows and imports them into the cohort that the check named. */
export async function checkAndImport({ admin }: Portal, rows: Rows) {
  const { cohort, token } = await admin.call(importGroups, { body: { rows, dryRun: true } });
  return admin.call(importGroups, { body: { rows, dryRun: false, cohort: cohort.code, token } });
}
