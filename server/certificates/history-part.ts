import { sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import type { HistoryPart } from '#server/http/history.ts';

/** The last decision about each certificate. */
export const decisionsInHistory: HistoryPart = (db, { groupId, memberId }) =>
  db
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .where('members.group_id', '=', groupId)
    .where('certificates.checked_at', 'is not', null)
    .$if(memberId !== undefined, (visible) => visible.where('members.id', '=', memberId ?? ''))
    .select(({ ref }) => ref('certificates.checked_at').$notNull().as('at'))
    .select(sql<string>`'certificate' || certificates.id`.as('key'))
    .select(sql<HistoryKind>`'certificates'`.as('kind'))
    .select(['certificates.checked_by_name as by', 'members.name as memberName'])
    .select([sql<string>`'certificate'`.as('part'), 'certificates.title as field'])
    .select([sql<string>`certificates.state`.as('from'), 'certificates.reason as to']);
