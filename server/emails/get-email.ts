import { Problem } from '#contract/problem.ts';
import type { Services } from '#server/services.ts';
import { selectEmails, toEmailWithState } from './find-emails.ts';

/** Returns the email, without its bodies if they contain a personal link. Throws `not-found`. */
export async function getEmail({ db }: Services, emailId: string) {
  const row = await selectEmails(db, {})
    .select(({ eb }) => [
      'emails.reply_to as replyTo',
      'emails.carries_link as carriesLink',
      // Omit the bodies in SQL, so that a personal link never leaves the database.
      eb.case().when('emails.carries_link', '=', 0).then(eb.ref('text_body')).end().as('text'),
      eb.case().when('emails.carries_link', '=', 0).then(eb.ref('html_body')).end().as('html'),
    ])
    .where('emails.id', '=', emailId)
    .executeTakeFirst();
  if (!row) {
    throw new Problem('not-found', 'This email no longer exists. Reload the page.');
  }
  return { email: toEmailWithState({ ...row, carriesLink: row.carriesLink !== 0 }) };
}
