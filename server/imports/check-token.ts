import { createHash } from 'node:crypto';
import { Problem } from '#contract/problem.ts';

/** Identifies checked rows, and for which cohort they were checked. The import sends it back. */
export const tokenOf = (target: string, rows: readonly object[]): string =>
  createHash('sha256')
    .update(JSON.stringify([target, rows]))
    .digest('hex');

/** A digest of the version of a stored group; one of dashes for a group that is new. */
export const stateOf = (group: { id: string; version: number } | undefined): string =>
  group
    ? createHash('sha256')
        .update(`${group.id} ${group.version}`)
        .digest('hex')
        .slice(0, stateLength)
    : '-'.repeat(stateLength);

const stateLength = 8;
const rowsLength = 64;

/** The token of a check of groups: of its rows, and of the state of each group that they are compared with. */
export const joinToken = (ofRows: string, states: readonly string[]) =>
  `${ofRows}${states.join('')}`;

/** The states in a token of `joinToken`, in the order of the file. */
export function splitToken(token: string) {
  const states = token.slice(rowsLength);
  return {
    ofRows: token.slice(0, rowsLength),
    stateAt: (index: number) => states.slice(index * stateLength, (index + 1) * stateLength),
  };
}

/** Throws `stale-version` if the rows or the cohort are not those of the check. */
export function requireChecked(token: string, expected: string): void {
  if (token === expected) return;
  throw new Problem(
    'stale-version',
    'Nothing was imported: this is not the file that was checked, or not for the cohort that it was checked for. Check the file again.',
  );
}
