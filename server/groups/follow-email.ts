import { Problem } from '#contract/problem.ts';
import { aboutGroup, recordEntry } from '#server/audit/record-entry.ts';
import { isDuplicate } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { lockGroup } from './group-access.ts';
import { recordChanges } from './record-changes.ts';
import { touchGroup, writeMember } from './write-group.ts';

/** Without `isAsked`, or in the bin, the account that left is recorded for Attention. Throws `already-in-group`. */
export async function followEmail(
  db: Db,
  account: { id: string; email: string },
  to: string,
  isAsked: boolean | undefined,
  by: Caller,
  now: Date,
): Promise<void> {
  if (isAsked) await changeMember(db, account.email, to, by, now);
  await noteLeft(db, account);
}

export async function noteLeft(db: Db, { id, email }: { id: string; email: string }) {
  await db.updateTable('members').set({ left_by: id }).where('email', '=', email).execute();
}

async function changeMember(db: Db, from: string, to: string, by: Caller, now: Date) {
  const member = await db
    .selectFrom('members')
    .select(['id', 'group_id', 'name', 'roll'])
    .where('email', '=', from)
    .where('deleted_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!member) return;
  const group = await lockGroup(db, member.group_id);
  try {
    await writeMember(db, member.id, { email: to });
  } catch (error) {
    if (!isDuplicate(error, 'members', 'email')) throw error;
    const message = `${to} is the email of another member of a group. Leave ${group.name} as it is, or change that member first.`;
    throw new Problem('already-in-group', message, { fields: { email: message } });
  }
  await touchGroup(db, group.id, by, now);
  const change = { memberId: member.id, part: 'member', field: 'email', from, to };
  await recordChanges(db, group.id, [change], by, now);
  const detail = `of ${member.name} (${member.roll}): email, as the account’s`;
  await recordEntry(db, { action: 'group-changed', by, subject: aboutGroup(group), detail }, now);
}
