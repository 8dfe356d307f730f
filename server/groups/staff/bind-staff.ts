import { type ExpressionBuilder, sql } from 'kysely';
import { toNameKey } from '#contract/values/text.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockOpenCohorts } from '#server/groups/require-open.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { getGroupChangeMetadata } from '#server/groups/write-group.ts';
import { placeholderSupervisor } from './placeholder-name.ts';
import { formatStaffPart, type StaffUpdate, staffColumns, staffParts } from './staff-changes.ts';

/**
 * Locks staff names until the transaction ends, so that a group and an account that get the same name concurrently do
 * not remain unlinked. Call this before locking groups.
 */
export async function lockStaffNames(db: Db, names: readonly (string | null | undefined)[]) {
  // SQLite needs no locks, because it allows only one writer at a time.
  if (!isPostgres(db)) return;
  const keys = new Set(names.flatMap((name) => (name ? [toNameKey(name)] : [])));
  keys.delete(placeholderSupervisor);
  if (keys.size === 0) return;
  await db
    .selectFrom(sql`unnest(${[...keys].toSorted()}::text[])`.as('key'))
    .select(sql`pg_advisory_xact_lock(hashtextextended(key, 0))`.as('lock'))
    .execute();
}

/**
 * Returns the id of the active faculty account with this name, or undefined if there is none or several: an ambiguous
 * name grants no access (spec 6, decision 16). The caller must hold the lock on the name.
 */
export async function findAccountByName(db: Db, name: string): Promise<string | undefined> {
  const key = toNameKey(name);
  if (key === placeholderSupervisor) return undefined;
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('name_key', '=', key)
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .limit(2)
    .execute();
  return accounts.length === 1 ? accounts[0]?.id : undefined;
}

type Account = { id: string; name: string; email: string };

/**
 * Links the account to groups whose supervisor or examiner has its name but no account. Includes groups in the bin, but
 * not groups of closed cohorts, nor groups of which the account was a member. Links nothing if several accounts have the
 * name. Returns the updated groups.
 */
export async function bindAccountToGroups(
  context: WriteContext,
  account: Account,
): Promise<StaffUpdate[]> {
  const { trx } = context;
  const [named, inOpen] = await Promise.all([
    findAccountByName(trx, account.name),
    inOpenCohorts(trx),
  ]);
  if (named !== account.id) return [];
  const updates: StaffUpdate[] = [];
  for (const part of staffParts) {
    const bound = await trx
      .updateTable('groups')
      .set((eb) => ({ [`${part}_id`]: account.id, ...getGroupChangeMetadata(eb, context) }))
      .where(`${part}_key`, '=', toNameKey(account.name))
      .where(`${part}_id`, 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('members')
              .select('members.id')
              .whereRef('members.group_id', '=', 'groups.id')
              .where((member) =>
                member.or([member('user_id', '=', account.id), member('left_by', '=', account.id)]),
              )
              .where(isCurrentMember),
          ),
        ),
      )
      .where(inOpen)
      .returning(staffColumns)
      .execute();
    const change = { field: `${part}_account`, from: null, to: account.email };
    await record(context, bound, change, `${formatStaffPart(part)} bound to ${account.email}`);
    updates.push(...bound.map((after) => ({ before: { ...after, [`${part}_id`]: null }, after })));
  }
  return updates;
}

/**
 * Unlinks the account from groups of open cohorts, so that it loses access. The groups keep its name. Returns the updated
 * groups.
 */
export async function unbindAccountFromGroups(
  context: WriteContext,
  account: Account,
  cohortId?: string,
): Promise<StaffUpdate[]> {
  const { trx } = context;
  const inOpen = await inOpenCohorts(trx);
  const updates: StaffUpdate[] = [];
  for (const part of staffParts) {
    const left = await trx
      .updateTable('groups')
      .set((eb) => ({ [`${part}_id`]: null, ...getGroupChangeMetadata(eb, context) }))
      .where(`${part}_id`, '=', account.id)
      .where(inOpen)
      .$if(cohortId !== undefined, (query) => query.where('cohort_id', '=', cohortId ?? ''))
      .returning(staffColumns)
      .execute();
    const change = { field: `${part}_account`, from: account.email, to: null };
    const detail = `${formatStaffPart(part)} ${account.email} is not of the faculty any more`;
    await record(context, left, change, detail);
    updates.push(
      ...left.map((after) => ({ before: { ...after, [`${part}_id`]: account.id }, after })),
    );
  }
  return updates;
}

/**
 * Unlinks accounts that no longer have the role `faculty` from the groups of a cohort that is being reopened. Notifies
 * nobody: they lost access to the groups with the role.
 */
export async function unbindFormerStaff(context: WriteContext, cohortId: string) {
  const { trx } = context;
  const former = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('role', '!=', 'faculty')
    .where('id', 'in', (eb) => {
      const groups = eb.selectFrom('groups').where('cohort_id', '=', cohortId);
      return groups
        .select('supervisor_id as id')
        .union(groups.select('external_examiner_id as id'));
    })
    .execute();
  for (const account of former) await unbindAccountFromGroups(context, account, cohortId);
}

/** Replaces the account's name in groups of open cohorts. Closed cohorts keep the old name on their result sheets. */
export async function renameStaffInGroups(
  context: WriteContext,
  { id, name: from }: Account,
  to: string,
): Promise<void> {
  const { trx } = context;
  const inOpen = await inOpenCohorts(trx);
  for (const part of staffParts) {
    const renamed = await trx
      .updateTable('groups')
      .set((eb) => ({
        [part]: to,
        [`${part}_key`]: toNameKey(to),
        ...getGroupChangeMetadata(eb, context),
      }))
      .where(`${part}_id`, '=', id)
      .where(inOpen)
      .returning(['id', 'name'])
      .execute();
    await writeGroupSearchKeys(
      trx,
      renamed.map((group) => group.id),
    );
    const change = { field: part, from, to };
    await record(context, renamed, change, `${formatStaffPart(part)}, who has a new name`);
  }
}

/** Locks the open cohorts and returns an SQL condition for their groups and for groups without a cohort. */
async function inOpenCohorts(db: Db) {
  const ids = await lockOpenCohorts(db);
  return (eb: ExpressionBuilder<Tables, 'groups'>) =>
    eb.or([eb('cohort_id', 'is', null), eb('cohort_id', 'in', ids)]);
}

async function record(
  context: WriteContext,
  groups: readonly { id: string; name: string }[],
  change: Omit<NewGroupChange, 'part'>,
  detail: string,
) {
  const { caller } = context;
  for (const group of groups) {
    await recordGroupChanges(context, group.id, [{ part: 'group', ...change }]);
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'group-changed', by: caller, subject, detail });
  }
}
