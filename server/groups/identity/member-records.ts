import type { DatabaseRow, Db } from '#server/db/tables.ts';

/**
 * Returns when the member got their first mark, feedback, certificate, file or request to leave, in ISO 8601, or undefined
 * if they have none. A mark counts from the first entry of the history.
 */
export async function findFirstRecordTime(
  db: Db,
  { id, group_id }: Pick<DatabaseRow<'members'>, 'id' | 'group_id'>,
): Promise<string | undefined> {
  const file = db
    .selectFrom('documents')
    .select(({ fn }) => fn.min('uploaded_at').as('at'))
    .where('member_id', '=', id);
  const certificate = db
    .selectFrom('certificates')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('member_id', '=', id);
  const leaveRequest = db
    .selectFrom('leave_requests')
    .select(({ fn }) => fn.min('requested_at').as('at'))
    .where('member_id', '=', id);
  const mark = db
    .selectFrom('marks')
    .select('milestone')
    .where('member_id', '=', id)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', 'is not', null)]));
  const marked = db
    .selectFrom('changes')
    .select(({ fn }) => fn.min('changed_at').as('at'))
    .where('group_id', '=', group_id)
    .where('member_id', '=', id)
    .where('part', '!=', 'member');
  const times = [
    (await file.executeTakeFirst())?.at,
    (await certificate.executeTakeFirst())?.at,
    (await leaveRequest.executeTakeFirst())?.at,
    (await mark.executeTakeFirst()) && ((await marked.executeTakeFirst())?.at ?? '0'),
  ];
  return times.filter((at) => typeof at === 'string').toSorted()[0];
}
