import type { DatabaseRow, Db } from '#server/db/tables.ts';

type Row = Pick<DatabaseRow<'members'>, 'id' | 'group_id'>;

/**
 * Returns when the person of these rows got their first mark, feedback, certificate, file or request to leave, in ISO 8601,
 * or undefined if they have none. A mark counts from the first entry of the history.
 */
export async function findFirstRecordTime(
  db: Db,
  rows: readonly Row[],
): Promise<string | undefined> {
  const ids = rows.map(({ id }) => id);
  const file = db
    .selectFrom('documents')
    .select(({ fn }) => fn.min('uploaded_at').as('at'))
    .where('member_id', 'in', ids);
  const certificate = db
    .selectFrom('certificates')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('member_id', 'in', ids);
  const leaveRequest = db
    .selectFrom('leave_requests')
    .select(({ fn }) => fn.min('requested_at').as('at'))
    .where('member_id', 'in', ids);
  const mark = db
    .selectFrom('marks')
    .select('milestone')
    .where('member_id', 'in', ids)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', 'is not', null)]));
  const marked = db
    .selectFrom('changes')
    .select(({ fn }) => fn.min('changed_at').as('at'))
    .where(
      'group_id',
      'in',
      rows.map(({ group_id }) => group_id),
    )
    .where('member_id', 'in', ids)
    .where('part', '!=', 'member');
  const times = [
    (await file.executeTakeFirst())?.at,
    (await certificate.executeTakeFirst())?.at,
    (await leaveRequest.executeTakeFirst())?.at,
    (await mark.executeTakeFirst()) && ((await marked.executeTakeFirst())?.at ?? '0'),
  ];
  return times.filter((at) => typeof at === 'string').toSorted()[0];
}
