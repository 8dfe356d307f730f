import { createHash } from 'node:crypto';
import { Problem } from '#contract/problem.ts';

/** Identifies checked rows, and for which cohort they were checked. The import sends it back. */
export const tokenOf = (target: string, rows: readonly object[]): string =>
  createHash('sha256')
    .update(JSON.stringify([target, rows]))
    .digest('hex');

/** Throws `stale-version` if the rows or the cohort are not those of the check. */
export function requireChecked(token: string, expected: string): void {
  if (token === expected) return;
  throw new Problem(
    'stale-version',
    'Nothing was imported: this is not the file that was checked, or not for the cohort that it was checked for. Check the file again.',
  );
}
