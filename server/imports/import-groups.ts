import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { importGroups as endpoint } from '#contract/imports.ts';
import { Problem } from '#contract/problem.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Db } from '#server/db/tables.ts';
import { lockAddresses } from '#server/groups/claims/lock-addresses.ts';
import { isDuplicateMember } from '#server/groups/duplicate-member.ts';
import { cohortClosed } from '#server/groups/require-open.ts';
import { lockNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { findChoices } from '#server/proposals/find-choices.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { type GroupToImport, readGroups } from './check-groups.ts';
import { requireChecked, tokenOf } from './check-token.ts';
import { compareGroups, findMembers } from './compare-groups.ts';
import { messageOf, resultOf } from './result-of.ts';
import { refuseErrors } from './row-errors.ts';
import { writeGroup } from './write-group.ts';

type Input = z.output<typeof endpoint.body>;

/**
 * All or none; the same rows sent again change nothing. A check names the cohort and returns a token; an import sends
 * both back, whichever cohort is current by then. Throws `invalid` for any error in a row, `not-found`, `stale-version`
 * for other rows or another cohort than were checked, `cohort-closed`.
 */
export async function importGroups(
  services: Services,
  caller: Caller,
  { rows, dryRun, cohort: code, token }: Input,
) {
  if (!dryRun && (code === undefined || token === undefined)) throw unchecked();
  const cohort = getCohort(services.content, code);
  if (cohort.closedAt !== null) throw cohortClosed(cohort.name);
  const expected = tokenOf(cohort._id, rows);
  if (token !== undefined) requireChecked(token, expected);
  const choices = await findChoices(services, caller, cohort.code);
  const { groups, errors } = readGroups(rows, cohort.rules, choices);
  const about = { token: expected, rowsOf };
  const resultFor = (compared: Parameters<typeof resultOf>[1], isWritten: boolean) => ({
    ...resultOf('group', compared, { isWritten, ...about }),
    cohort: { code: cohort.code, name: cohort.name },
  });
  const check = async (db: Db) => {
    const compared = compareGroups(groups, await findMembers(db, groups));
    return { ...compared, errors: [...errors, ...compared.errors] };
  };
  const checked = await check(services.db);
  if (dryRun) return resultFor(checked, false);
  refuseErrors(rows, checked.errors);
  if (checked.added.length === 0) return resultFor(checked, true);
  const write = () =>
    writeAs(services, caller, async (trx) => {
      const now = services.clock();
      await lockNames(
        trx,
        checked.added.map(({ supervisor }) => supervisor),
      );
      await lockAddresses(
        trx,
        checked.added.flatMap(({ members }) => members.map(({ email }) => email)),
      );
      const found = await check(trx);
      refuseErrors(rows, found.errors);
      const added: (GroupToImport & { group: string })[] = [];
      for (const group of found.added) {
        // SQLite's queries leave the event loop no turn.
        await nextTurn();
        added.push({
          ...group,
          group: await writeGroup(trx, services, caller, cohort, group, now),
        });
      }
      const subject = { kind: 'portal', id: null, name: 'Groups' } as const;
      const detail = messageOf('group', found);
      if (added.length > 0)
        await recordEntry(trx, { action: 'list-imported', by: caller, subject, detail }, now);
      return { ...found, added };
    });
  const done = await write().catch((error) => {
    // A proposal or another request of a double submit has won meanwhile: now the check sees it.
    if (isDuplicateMember(error)) return write();
    throw error;
  });
  services.mail.wake();
  return resultFor(done, true);
}

const unchecked = () =>
  new Problem(
    'invalid',
    'Check the file first. An import says the cohort that the check named, and sends back its token.',
  );

const rowsOf = (item: { row: number; rows?: number[] }) => item.rows ?? [item.row];
