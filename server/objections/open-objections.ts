import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { requireOpenCohort } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

/** Returns open objections in open cohorts, oldest first, unless the member was replaced or the group deleted. */
export function listOpenObjections(db: Db) {
  return db
    .selectFrom('objections')
    .innerJoin('groups', 'groups.id', 'objections.group_id')
    .innerJoin('members', 'members.id', 'objections.member_id')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .select([
      'objections.id as _id',
      'groups.id as groupId',
      'groups.cohort_id as cohortId',
      'groups.name as fypGroupName',
      'members.name as memberName',
      'objections.email',
      'objections.objected_at as objectedAt',
    ])
    .where('objections.objected_at', 'is not', null)
    .where('objections.settled_at', 'is', null)
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember)
    .where(isSamePerson)
    .where('cohorts.closed_at', 'is', null)
    .orderBy('objections.objected_at')
    .orderBy('objections.id')
    .$narrowType<{ objectedAt: string }>()
    .execute();
}

/** SQL condition: the member has the email address of the objection link, or an account that once had this address. */
const isSamePerson = sql<boolean>`(
  members.email = objections.email
  or exists (
    select 1 from claimed_emails
    where claimed_emails.email = objections.email and claimed_emails.user_id = members.user_id
  )
)`;

/** Settles an objection. Throws `not-found` if it is not open, or `cohort-closed`. */
export async function settleObjection(services: Services, caller: Caller, objectionId: string) {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const group = await trx
      .selectFrom('objections')
      .innerJoin('groups', 'groups.id', 'objections.group_id')
      .select(['groups.id', 'groups.name', 'groups.cohort_id'])
      .where('objections.id', '=', objectionId)
      .executeTakeFirst();
    if (!group) throw settledAlready();
    await requireOpenCohort(trx, group.cohort_id);
    if (!(await settleObjectionUnchecked(context, objectionId, group))) throw settledAlready();
  });
  return { message: 'Objection settled' };
}

const settledAlready = () =>
  new Problem('not-found', 'This objection is already settled. Reload the list.');

/** Settles an objection without checking that its cohort is open. Returns false if the objection is not open. */
export async function settleObjectionUnchecked(
  context: WriteContext,
  objectionId: string,
  group: { id: string; name: string },
): Promise<boolean> {
  const { trx, caller, now } = context;
  const settled = await trx
    .updateTable('objections')
    .set({ settled_at: now.toISOString() })
    .where('id', '=', objectionId)
    .where('objected_at', 'is not', null)
    .where('settled_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!settled) return false;
  const detail = `of ${settled.email}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'objection-settled', by: caller, subject, detail });
  return true;
}
