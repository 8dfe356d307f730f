import { type RawBuilder, sql } from 'kysely';
import { emailPriorities } from '#contract/feature.ts';
import type { Db } from '#server/db/tables.ts';

/** Number of oldest due emails of a sender, of which the first that may be sent is chosen. */
const maxCandidates = 20;
/** Maximum number of senders that one query visits. The next query continues after the last of them. */
const maxSenders = 100;

/** Last sender of each priority from which this process has taken an email. */
export type Turns = Map<number, string>;

export type DueEmails = {
  /** ISO 8601 in UTC. */
  at: string;
  /** A time further ahead was stored while the clock was wrong. It counts as past. */
  farFuture: string;
  excludedIds: readonly string[];
};

/** The last sender that a query visited, its email that may be sent, and the sender to visit next. */
type Visit = { sender: string; id: string | null; next: string | null };

/** Senders to visit, in alphabetical order. */
type SenderRange = { after: string; upTo?: string };

/**
 * Returns the email to send next: of the first priority with a due email, and of the sender after the last one, so that
 * senders take turns. Reads only indexes of waiting emails, so its cost depends neither on history nor on the backlog of
 * a sender.
 */
export async function findNextEmail(
  db: Db,
  due: DueEmails,
  turns: Turns,
): Promise<string | undefined> {
  for (const priority of emailPriorities.keys()) {
    const last = turns.get(priority) ?? '';
    const email =
      (await findInRange(db, due, priority, { after: last })) ??
      (last !== '' && (await findInRange(db, due, priority, { after: '', upTo: last })));
    if (!email) continue;
    turns.set(priority, email.sender);
    return email.id;
  }
  return findEmail(db, due, sql`next_attempt_at > ${due.farFuture}`);
}

/** Visits all senders of the range until an email may be sent: the emails of any number of senders may be held back. */
async function findInRange(db: Db, due: DueEmails, priority: number, { after, upTo }: SenderRange) {
  for (let last = after; ; ) {
    const range = { after: last, ...(upTo !== undefined && { upTo }) };
    const [visit] = (await selectVisit(due, priority, range).execute(db)).rows;
    if (!visit) return undefined;
    const { sender, id, next } = visit;
    if (id !== null) return { sender, id };
    if (next === null) return undefined;
    last = sender;
  }
}

/**
 * Returns the email whose next attempt has been due for the longest time, regardless of priority. Use it during an outage
 * of the mail server: one email that causes errors must not be the only one that is tried.
 */
export const findLongestDueEmail = (db: Db, due: DueEmails): Promise<string | undefined> =>
  findEmail(db, due, sql`next_attempt_at <= ${due.at}`);

// The literal conditions let both databases use partial indexes.
const isWaiting = sql`sent_at is null and failed_at is null`;

const isLeased = (table: string, { at, farFuture }: DueEmails) =>
  sql`(${sql.ref(table)}.leased_until >= ${at} and ${sql.ref(table)}.leased_until <= ${farFuture})`;

const isFree = (due: DueEmails) => sql`(leased_until is null or not ${isLeased('emails', due)})
  ${due.excludedIds.length > 0 ? sql`and id not in (${sql.join(due.excludedIds)})` : sql``}`;

/**
 * Holds an email back behind an earlier one about the same topic to the same recipient, which is being sent or was never
 * tried. An email that has failed holds back nothing: its recipient may get the later one for hours before. The order
 * and the limit make PostgreSQL read the index `emails_waiting_in_order` from its first entry on, instead of all entries.
 */
const isNext = (due: DueEmails) => sql`(
  select earlier.id from emails as earlier
  where earlier.sent_at is null and earlier.failed_at is null
    and earlier.recipient = candidate.recipient and earlier.topic = candidate.topic
    and (earlier.queued_at, earlier.id) < (candidate.queued_at, candidate.id)
    and (earlier.attempts = 0 or ${isLeased('earlier', due)})
  order by earlier.queued_at, earlier.id limit 1
) is null`;

async function findEmail(db: Db, due: DueEmails, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, recipient, topic, queued_at, next_attempt_at from emails
      where ${isWaiting} and ${condition} and ${isFree(due)}
      order by next_attempt_at limit ${sql.lit(maxCandidates)}
    ) as candidate
    where ${isNext(due)} order by next_attempt_at limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** Visits senders of due emails, each with one step in the index, until one has an email that may be sent. */
export function selectVisit(due: DueEmails, priority: number, { after, upTo }: SenderRange) {
  const isDue = sql`${isWaiting} and priority = ${sql.lit(priority)} and next_attempt_at <= ${due.at}`;
  const isInRange = upTo === undefined ? sql`` : sql`and emails.sender <= ${upTo}`;
  const selectSenderAfter = (sender: RawBuilder<unknown>) => sql`
    select emails.sender from emails
    where ${isDue} and emails.sender > ${sender} ${isInRange} order by emails.sender limit 1
  `;
  const selectEmailOf = (sender: RawBuilder<unknown>) => sql`
    select id from (
      select id, recipient, topic, queued_at from emails
      where ${isDue} and emails.sender = ${sender} and ${isFree(due)}
      order by queued_at, id limit ${sql.lit(maxCandidates)}
    ) as candidate
    where ${isNext(due)} order by queued_at, id limit 1
  `;
  const visit = (sender: RawBuilder<unknown>) =>
    sql`${sender} as sender, (${selectEmailOf(sender)}) as id, (${selectSenderAfter(sender)}) as next`;
  return sql<Visit>`
    with recursive visits as (
      select ${visit(sql`first.sender`)}, 1 as visited
      from (${selectSenderAfter(sql`${after}`)}) as first
      union all
      select ${visit(sql`visits.next`)}, visited + 1
      from visits where id is null and next is not null and visited < ${sql.lit(maxSenders)}
    )
    select sender, id, next from visits order by visited desc limit 1
  `;
}
