import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { getCertificatesOfAnyMember } from './get-member.ts';
import { queueCertificateResult, readUnsentDecisions } from './queue-result.ts';

/** Selects the cohort's certificates that are unchecked or whose decision has not been emailed to the student. */
export const selectOpenCertificates = (db: Db, cohortId: string) =>
  db
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['certificates.id', 'certificates.revision', 'certificates.state'])
    .select(['certificates.reason', 'certificates.member_id', 'members.group_id'])
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember)
    .where((eb) =>
      eb.or([
        eb('certificates.state', '=', 'unchecked'),
        eb('told_state', 'is distinct from', eb.ref('certificates.state')),
        eb.and([
          eb('certificates.state', '=', 'returned'),
          eb('told_reason', 'is distinct from', eb.ref('certificates.reason')),
        ]),
      ]),
    )
    .orderBy('certificates.id')
    .execute();

/** Queues one email to each member with all unsent decisions. Returns the number of emails. */
export async function queueCertificateResults(
  context: WriteContext,
  members: readonly { memberId: string; group: DatabaseRow<'groups'> }[],
): Promise<number> {
  const { trx, services, caller } = context;
  let queued = 0;
  for (const { memberId, group } of members) {
    const [member, unsent] = await Promise.all([
      getCertificatesOfAnyMember(trx, services.content, caller, memberId),
      readUnsentDecisions(trx, memberId),
    ]);
    if (unsent.length === 0) continue;
    await queueCertificateResult(context, { group, member, unsent });
    queued += 1;
  }
  return queued;
}
