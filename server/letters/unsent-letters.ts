import { unsentLimit } from '#contract/letters.ts';
import { Problem } from '#contract/problem.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** A letter is often minutes on its way, because of greylisting for one; after an hour something is wrong. */
const longWaitMs = 3_600_000;

const letters = (db: Db) =>
  db
    .selectFrom('letters')
    .leftJoin('groups', 'groups.id', 'letters.group_id')
    .where('letters.sent_at', 'is', null);

const failed = (db: Db) => letters(db).where('letters.failed_at', 'is not', null);

const waiting = (db: Db, now: Date) =>
  letters(db)
    .where('letters.failed_at', 'is', null)
    .where('letters.queued_at', '<', new Date(now.getTime() - longWaitMs).toISOString());

/** Letters that were given up, newest first, with the reason; never what they say. */
export async function failedLetters(db: Db) {
  return listed(failed(db).orderBy('letters.failed_at', 'desc'));
}

/** Letters that have waited for more than an hour, the longest waiting first. */
export async function waitingLetters(db: Db, now: Date) {
  return listed(waiting(db, now).orderBy('letters.queued_at'));
}

async function listed(query: ReturnType<typeof letters>) {
  const rows = await query
    .select([
      'letters.id as _id',
      'letters.recipient',
      'letters.subject',
      'groups.name as fypGroupName',
      'letters.attempts',
      'letters.last_error as lastError',
      'letters.queued_at as queuedAt',
      'letters.failed_at as failedAt',
      'letters.next_attempt_at as nextAttemptAt',
    ])
    .orderBy('letters.id')
    .limit(unsentLimit)
    .execute();
  const { total } = await query
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Has a letter tried anew at once, as often as a new one. Throws `not-found`, also for one that is sent or on its way. */
export async function sendAgain(
  { db, clock, mail }: Services,
  caller: Caller,
  letterId: string,
): Promise<void> {
  const now = clock();
  const at = now.toISOString();
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .updateTable('letters')
      .set({ failed_at: null, attempts: 0, next_attempt_at: at })
      .where('id', '=', letterId)
      .where('sent_at', 'is', null)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', at)]))
      .returning(['id', 'recipient', 'subject'])
      .executeTakeFirst();
    if (!found) throw noSuchLetter();
    await recordEntry(trx, { action: 'letter-sent-again', by: caller, ...about(found) }, now);
  });
  mail.wake();
}

/** Removes a letter that was given up. Throws `not-found`, also for one that is sent or still tried. */
export async function forget(
  { db, clock }: Services,
  caller: Caller,
  letterId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .deleteFrom('letters')
      .where('id', '=', letterId)
      .where('failed_at', 'is not', null)
      .returning(['id', 'recipient', 'subject'])
      .executeTakeFirst();
    if (!found) throw noSuchLetter();
    await recordEntry(trx, { action: 'letter-dismissed', by: caller, ...about(found) }, clock());
  });
}

const about = ({ id, recipient, subject }: Pick<Row<'letters'>, 'id' | 'recipient' | 'subject'>) =>
  ({ subject: { kind: 'letter', id, name: `to ${recipient}` }, detail: subject }) as const;

const noSuchLetter = () =>
  new Problem('not-found', 'This letter is not waiting any more. Load the list again.');
