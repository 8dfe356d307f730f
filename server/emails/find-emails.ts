import { type ExpressionBuilder, sql } from 'kysely';
import type { EmailFilter, EmailState, EmailSummary } from '#contract/messages/emails.ts';
import { parseSearchTerms } from '#contract/values/search-form.ts';
import { buildLikePattern } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';

/** All columns except the bodies, which are long and may contain marks or a personal link. */
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

/** Selects the group’s name with a subquery, because `countEmails` can drop this column but could not drop a join. */
const nameOfGroup = (eb: ExpressionBuilder<Tables, 'emails'>) =>
  eb.selectFrom('groups').select('groups.name').whereRef('groups.id', '=', 'emails.group_id');

export function selectEmails(db: Db, { q, state }: EmailFilter) {
  const words = parseSearchTerms(q);
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

/** Searches group names separately: emails' search keys omit them, so that renaming a group changes no keys. */
const hasWord = (eb: ExpressionBuilder<Tables, 'email_search_keys'>, word: string) =>
  eb.or([
    eb('email_search_keys.search_key', 'like', buildLikePattern(word)),
    eb('email_search_keys.group_id', 'in', (sub) =>
      sub
        .selectFrom('groups')
        .select('groups.id')
        .where('groups.name_search_key', 'like', buildLikePattern(word)),
    ),
  ]);

const hasWords =
  (words: readonly string[]) => (eb: ExpressionBuilder<Tables, 'email_search_keys'>) =>
    eb.and(words.map((word) => hasWord(eb, word)));

/** Searches without a state filter skip the emails table, because joining it takes twice as long. */
export async function countEmails(db: Db, filter: EmailFilter): Promise<number> {
  const words = parseSearchTerms(filter.q);
  const { total } =
    words.length > 0 && filter.state === undefined
      ? await db
          .selectFrom('email_search_keys')
          .where(hasWords(words))
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      : await selectEmails(db, filter)
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
  return total;
}

type EmailQuery = ReturnType<typeof selectEmails>;

const orderedBy = ({ q }: EmailFilter) =>
  parseSearchTerms(q).length > 0 ? 'email_search_keys' : 'emails';

export function sortNewestFirst(query: EmailQuery, filter: EmailFilter): EmailQuery {
  const table = orderedBy(filter);
  return query
    .orderBy(sql.ref(`${table}.queued_at`), 'desc')
    .orderBy(sql.ref(`${table}.id`), 'desc');
}

/** Selects the emails that come after the given email in the order of `sortNewestFirst`. */
export function selectOlderEmails(
  query: EmailQuery,
  filter: EmailFilter,
  { queuedAt, _id }: Pick<EmailSummary, 'queuedAt' | '_id'>,
): EmailQuery {
  const table = orderedBy(filter);
  const [at, id] = [sql.ref(`${table}.queued_at`), sql.ref(`${table}.id`)];
  return query.where(sql<boolean>`(${at}, ${id}) < (${queuedAt}, ${_id})`);
}

type Ends = Pick<EmailSummary, 'sentAt' | 'failedAt'> & { withdrawnAt: string | null };

export const toEmailWithState = <T extends Ends>(row: T) => ({
  ...row,
  state: stateOf(row),
});

function stateOf({ sentAt, failedAt, withdrawnAt }: Ends): EmailState {
  if (sentAt !== null) return 'sent';
  if (withdrawnAt !== null) return 'withdrawn';
  return failedAt === null ? 'queued' : 'failed';
}
