import type { Db } from '#server/db/tables.ts';

export async function listReturnedCertificateTitles(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('certificates')
    .select('title')
    .where('member_id', '=', memberId)
    .where('state', '=', 'returned')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ title }) => title);
}
