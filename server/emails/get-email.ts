import { Problem } from '#contract/problem.ts';
import type { Services } from '#server/services.ts';
import { emailsOf, withState } from './find-emails.ts';

/**
 * Returns the email with its bodies as stored, but without bodies that contain a link, which could open an account or
 * a group. Throws `not-found`.
 */
export async function getEmail({ db }: Services, emailId: string) {
  const row = await emailsOf(db, {})
    .select(({ eb }) => [
      'emails.reply_to as replyTo',
      'emails.carries_link as carriesLink',
      // Filter in the database, so that the link is not even read.
      eb.case().when('emails.carries_link', '=', 0).then(eb.ref('text_body')).end().as('text'),
      eb.case().when('emails.carries_link', '=', 0).then(eb.ref('html_body')).end().as('html'),
    ])
    .where('emails.id', '=', emailId)
    .executeTakeFirst();
  if (!row) {
    throw new Problem('not-found', 'This email is not there any more. Load the list again.');
  }
  return { email: withState({ ...row, carriesLink: row.carriesLink !== 0 }) };
}
