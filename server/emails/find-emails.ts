import { type ExpressionBuilder, sql } from 'kysely';
import type { EmailFilter, EmailState, ListedEmail } from '#contract/emails.ts';
import { searchWords } from '#contract/values/search-form.ts';
import { containsPattern } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';

/** Excludes the bodies, which are long and may contain marks or a link. */
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

/** Uses a subquery, because a join would also slow down counting. */
const nameOfGroup = (eb: ExpressionBuilder<Tables, 'emails'>) =>
  eb.selectFrom('groups').select('groups.name').whereRef('groups.id', '=', 'emails.group_id');

/** Selects the matching emails, unsorted. */
export function emailsOf(db: Db, { q, state }: EmailFilter) {
  const words = searchWords(q);
  const query = db
    .selectFrom('emails')
    .select((eb) => [...columns, nameOfGroup(eb).as('fypGroupName')])
    .$if(words.length > 0, (emails) =>
      emails
        .innerJoin('email_search_keys', 'email_search_keys.id', 'emails.id')
        .where(hasWords(words)),
    );
  if (state === 'sent') return query.where('emails.sent_at', 'is not', null);
  if (state === undefined) return query;
  const unsent = query.where('emails.sent_at', 'is', null);
  if (state === 'queued') return unsent.where('emails.failed_at', 'is', null);
  return unsent
    .where('emails.failed_at', 'is not', null)
    .where('emails.withdrawn_at', state === 'withdrawn' ? 'is not' : 'is', null);
}

/** Matches group names separately, so that renaming a group does not change its emails. */
const hasWord = (eb: ExpressionBuilder<Tables, 'email_search_keys'>, word: string) =>
  eb.or([
    eb('email_search_keys.search_key', 'like', containsPattern(word)),
    eb('email_search_keys.group_id', 'in', (sub) =>
      sub
        .selectFrom('groups')
        .select('groups.id')
        .where('groups.name_search_key', 'like', containsPattern(word)),
    ),
  ]);

const hasWords =
  (words: readonly string[]) => (eb: ExpressionBuilder<Tables, 'email_search_keys'>) =>
    eb.and(words.map((word) => hasWord(eb, word)));

/** Without a state, counts only the search keys: looking up each email would double the time. */
export async function countEmails(db: Db, filter: EmailFilter): Promise<number> {
  const words = searchWords(filter.q);
  const { total } =
    words.length > 0 && filter.state === undefined
      ? await db
          .selectFrom('email_search_keys')
          .where(hasWords(words))
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      : await emailsOf(db, filter)
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
  return total;
}

type Found = ReturnType<typeof emailsOf>;

/** Returns the table whose index has the order of the emails: `emails_newest` or `email_search_keys_newest`. */
const orderedBy = ({ q }: EmailFilter) =>
  searchWords(q).length > 0 ? 'email_search_keys' : 'emails';

export function newestFirst(query: Found, filter: EmailFilter): Found {
  const table = orderedBy(filter);
  return query
    .orderBy(sql.ref(`${table}.queued_at`), 'desc')
    .orderBy(sql.ref(`${table}.id`), 'desc');
}

/** Restricts the query to emails after the given one in the order newest first. */
export function olderThan(
  query: Found,
  filter: EmailFilter,
  { queuedAt, _id }: Pick<ListedEmail, 'queuedAt' | '_id'>,
): Found {
  const table = orderedBy(filter);
  const [at, id] = [sql.ref(`${table}.queued_at`), sql.ref(`${table}.id`)];
  return query.where(sql<boolean>`(${at}, ${id}) < (${queuedAt}, ${_id})`);
}

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
