import type { ExpressionBuilder } from 'kysely';
import type { EmailFilter, EmailState, ListedEmail } from '#contract/emails.ts';
import { containsPattern, splitSearchWords } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';

/** Not what they say: it is long, and may be marks or a link. */
const columns = [
  'emails.id as _id',
  'emails.recipient',
  'emails.subject',
  'emails.attempts',
  'emails.last_error as lastError',
  'emails.queued_at as queuedAt',
  'emails.sent_at as sentAt',
  'emails.failed_at as failedAt',
  'emails.withdrawn_at as withdrawnAt',
  'emails.next_attempt_at as nextAttemptAt',
] as const;

/** No join, which would be made for a mere count as well. */
const nameOfGroup = (eb: ExpressionBuilder<Tables, 'emails'>) =>
  eb.selectFrom('groups').select('groups.name').whereRef('groups.id', '=', 'emails.group_id');

/** In no order. */
export function emailsOf(db: Db, { q, state }: EmailFilter) {
  let found = db
    .selectFrom('emails')
    .select((eb) => [...columns, nameOfGroup(eb).as('fypGroupName')]);
  for (const word of splitSearchWords(q)) {
    const like = containsPattern(word);
    found = found.where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['emails.recipient']), 'like', like),
        eb(eb.fn('lower', ['emails.subject']), 'like', like),
        eb(eb.fn('lower', [nameOfGroup(eb)]), 'like', like),
      ]),
    );
  }
  if (state === 'sent') return found.where('emails.sent_at', 'is not', null);
  if (state === undefined) return found;
  const unsent = found.where('emails.sent_at', 'is', null);
  if (state === 'queued') return unsent.where('emails.failed_at', 'is', null);
  return unsent
    .where('emails.failed_at', 'is not', null)
    .where('emails.withdrawn_at', state === 'withdrawn' ? 'is not' : 'is', null);
}

/** By the index `emails_newest`. */
export const newestFirst = (found: ReturnType<typeof emailsOf>) =>
  found.orderBy('emails.queued_at', 'desc').orderBy('emails.id', 'desc');

type Ends = Pick<ListedEmail, 'sentAt' | 'failedAt'> & { withdrawnAt: string | null };

export const withState = <T extends Ends>(row: T) => ({
  ...row,
  state: stateOf(row),
});

function stateOf({ sentAt, failedAt, withdrawnAt }: Ends): EmailState {
  if (sentAt !== null) return 'sent';
  if (withdrawnAt !== null) return 'withdrawn';
  return failedAt === null ? 'queued' : 'failed';
}
