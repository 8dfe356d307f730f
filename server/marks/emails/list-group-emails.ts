import { maxGroupEmails } from '#contract/marks.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { createGroupNotFoundProblem, hasFullGroupAccess } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Returns the newest emails about a group's marks. Includes the mail server's reply only for rejected emails. */
export async function listGroupEmails({ db }: Services, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!group || !hasFullGroupAccess(caller, group)) throw createGroupNotFoundProblem();
  const [emails, last] = await readTogether(db, (reader) =>
    Promise.all([newestEmails(reader, groupId), lastSent(reader, groupId)]),
  );
  return { emails, lastSent: last };
}

async function newestEmails(db: Db, groupId: string) {
  const rows = await db
    .selectFrom('emails')
    .innerJoin('members', 'members.id', 'emails.member_id')
    .select([
      'emails.id as _id',
      'members.id as memberId',
      'members.name as memberName',
      'emails.recipient',
      'emails.subject',
      'emails.last_error as reason',
      'emails.queued_at as queuedAt',
      'emails.sent_at as sentAt',
      'emails.failed_at as refusedAt',
      'emails.withdrawn_at as withdrawnAt',
    ])
    .where('emails.group_id', '=', groupId)
    .orderBy('emails.queued_at', 'desc')
    .orderBy('members.position')
    .limit(maxGroupEmails)
    .execute();
  return rows.map((row) => ({
    ...row,
    state: stateOf(row),
    reason: row.refusedAt && row.reason,
  }));
}

type Ends = Record<'sentAt' | 'refusedAt' | 'withdrawnAt', string | null>;

function stateOf({ sentAt, refusedAt, withdrawnAt }: Ends) {
  if (sentAt) return 'sent' as const;
  if (withdrawnAt) return 'withdrawn' as const;
  return refusedAt ? ('refused' as const) : ('queued' as const);
}

async function lastSent(db: Db, groupId: string) {
  return db
    .selectFrom('emails')
    .select(({ fn }) => ['member_id as memberId', fn.max('sent_at').as('at')])
    .where('group_id', '=', groupId)
    .where('member_id', 'is not', null)
    .where('sent_at', 'is not', null)
    .groupBy('member_id')
    .$narrowType<{ memberId: string; at: string }>()
    .execute();
}
