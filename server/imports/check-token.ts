import { createHash } from 'node:crypto';
import { Problem } from '#contract/problem.ts';

/** Returns a digest of `target` (a cohort id or `users`) and the rows, to check that an import matches its dry run. */
export const digestRows = (target: string, rows: readonly object[]): string =>
  createHash('sha256')
    .update(JSON.stringify([target, rows]))
    .digest('hex');

/** Returns a digest of a stored group's id and version, or dashes for a new group. */
export const digestGroupState = (group: { id: string; version: number } | undefined): string =>
  group
    ? createHash('sha256')
        .update(`${group.id} ${group.version}`)
        .digest('hex')
        .slice(0, stateLength)
    : '-'.repeat(stateLength);

const stateLength = 8;
const rowsLength = 64;

export const buildDryRunToken = (ofRows: string, states: readonly string[]) =>
  `${ofRows}${states.join('')}`;

/** Splits a dry-run token into the digest of the rows and the digests of the groups, in the order of the file. */
export function splitDryRunToken(token: string) {
  const states = token.slice(rowsLength);
  return {
    ofRows: token.slice(0, rowsLength),
    stateAt: (index: number) => states.slice(index * stateLength, (index + 1) * stateLength),
  };
}

/** Throws `stale-version` if the rows or the cohort differ from those of the dry run. */
export function requireMatchingToken(token: string, expected: string): void {
  if (token === expected) return;
  throw new Problem(
    'stale-version',
    'Nothing was imported, because the file or the session differs from what was checked. Check the file again.',
  );
}
