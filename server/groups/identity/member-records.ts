import type { Db } from '#server/db/tables.ts';

/** Returns true if the member has marks, feedback, certificates or files, whoever has uploaded them. */
export const hasMemberRecords = (db: Db, memberId: string): Promise<boolean> =>
  hasRecords(db, memberId, selectFiles(db, memberId));

/** Returns true if the member has marks, feedback, certificates or files that the account has uploaded. */
export const hasPersonalRecords = (db: Db, memberId: string, userId: string): Promise<boolean> =>
  hasRecords(db, memberId, selectFiles(db, memberId).where('uploaded_by', '=', userId));

const selectFiles = (db: Db, memberId: string) =>
  db.selectFrom('documents').select('id').where('member_id', '=', memberId);

async function hasRecords(
  db: Db,
  memberId: string,
  files: ReturnType<typeof selectFiles>,
): Promise<boolean> {
  const mark = db
    .selectFrom('marks')
    .select('milestone')
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', 'is not', null)]));
  const certificate = db.selectFrom('certificates').select('id').where('member_id', '=', memberId);
  const records = await Promise.all([
    mark.executeTakeFirst(),
    certificate.executeTakeFirst(),
    files.executeTakeFirst(),
  ]);
  return records.some((row) => row !== undefined);
}
