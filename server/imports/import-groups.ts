import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { importGroups as endpoint } from '#contract/imports.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { lockAddresses } from '#server/groups/claims/lock-addresses.ts';
import { isDuplicateMember } from '#server/groups/duplicate-member.ts';
import { lockNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { findChoices } from '#server/proposals/find-choices.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { type GroupToImport, readGroups } from './check-groups.ts';
import { compareGroups, findMembers } from './compare-groups.ts';
import { messageOf, resultOf } from './result-of.ts';
import { refuseErrors } from './row-errors.ts';
import { writeGroup } from './write-group.ts';

type Input = z.output<typeof endpoint.body>;

/** All or none; the same rows sent again change nothing. Throws `invalid` for any error in a row. */
export async function importGroups(services: Services, caller: Caller, { rows, dryRun }: Input) {
  const { groups, errors } = readGroups(
    rows,
    services.content.current.rules,
    await findChoices(services, caller),
  );
  const check = async (db: Db) => {
    const compared = compareGroups(groups, await findMembers(db, groups));
    return { ...compared, errors: [...errors, ...compared.errors] };
  };
  const checked = await check(services.db);
  if (dryRun) return resultOf('group', checked, { isWritten: false, rowsOf });
  refuseErrors(rows, checked.errors);
  if (checked.added.length === 0) return resultOf('group', checked, { isWritten: true, rowsOf });
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
        added.push({ ...group, group: await writeGroup(trx, services, caller, group, now) });
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
  return resultOf('group', done, { isWritten: true, rowsOf });
}

const rowsOf = (item: { row: number; rows?: number[] }) => item.rows ?? [item.row];
