import type { Db } from '#server/db/tables.ts';

/** A fragment with a token of 256 bits in base64url, as the links of `contract/links.ts` contain it. */
const tokenInFragment = /#[\w-]+=[\w-]{43}(?![\w-])/;

/**
 * Returns the subjects of emails that contain a one-use link but whose topic does not declare the priority `link`. Such an
 * email would wait behind messages, keep its text after sending, and be in backups.
 */
export async function findLateLinks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select(['subject', 'text_body'])
    .where((eb) => eb.or([eb('carries_link', '=', 0), eb('priority', '>', 0)]))
    .where('text_body', 'like', '%#%=%')
    .execute();
  return rows.filter(({ text_body }) => tokenInFragment.test(text_body)).map((row) => row.subject);
}
