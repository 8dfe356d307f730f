import { setImmediate as nextTurn } from 'node:timers/promises';
import { getReminderDays } from '#contract/settings/department.ts';
import type { CohortContent } from '#server/content/content.ts';
import { leaseJob } from '#server/db/jobs.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { lockOpenCohorts } from '#server/groups/require-open.ts';
import type { Services } from '#server/services.ts';
import { queueReminders, type RemindedGroup } from './reminder-emails.ts';
import {
  findDueReminders,
  getReminderKey,
  getReminderSubject,
  overdueReminderDays,
} from './reminders-due.ts';

/** No reminders are sent before this local hour, so that one email contains all reminders of the day. */
const firstHour = 8;
const job = { name: 'reminders', roundMs: 10 * 60_000 };

/** Queues due reminders if this process gets the job's lease. Returns the number of groups with queued reminders. */
export async function sendReminders(services: Services): Promise<number> {
  const { clock, config, content, mail } = services;
  const now = clock();
  if (hourOf(now, config.timeZone) < firstHour) return 0;
  const lease = await leaseJob(services, job);
  if (!lease) return 0;
  let reminded = 0;
  try {
    for (const cohort of content.cohorts) {
      if (cohort.closedAt === null) reminded += await remindCohort(services, cohort, now);
    }
  } finally {
    await lease.end();
  }
  if (reminded > 0) mail.wake();
  return reminded;
}

const hourOf = (now: Date, timeZone: string) =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now),
  );

/** Queues the emails and records the reminders in one transaction, so that a crash cannot cause a second email. */
async function remindCohort(services: Services, cohort: CohortContent, now: Date): Promise<number> {
  const ids = await findDue(services, cohort, now);
  if (ids.length === 0) return 0;
  return services.db.transaction().execute(async (trx) => {
    if (!(await lockOpenCohorts(trx)).includes(cohort._id)) return 0;
    // Check again under the lock, because a group may have just submitted a file or received an extension.
    const reminded: RemindedGroup[] = [];
    for (const batch of batchesOf(ids)) {
      const groups = await rowsOf(trx, batch)
        // Lock the groups, so that a concurrent submission is either visible here or waits for this transaction.
        .$if(isPostgres(trx), (query) => query.forUpdate())
        .execute();
      reminded.push(...(await withReminders(trx, services, cohort, groups, now)));
    }
    if (reminded.length === 0) return 0;
    await record({ trx, now }, cohort, reminded);
    await queueReminders({ trx, services, now }, cohort, reminded);
    return reminded.length;
  });
}

/** Returns the ids of groups with due reminders. Pauses after each batch, so that other requests need not wait. */
async function findDue(services: Services, cohort: CohortContent, now: Date): Promise<string[]> {
  const { db } = services;
  const all = await db
    .selectFrom('groups')
    .select('id')
    .where('cohort_id', '=', cohort._id)
    .where('deleted_at', 'is', null)
    .orderBy('sort_key')
    .execute();
  const due: string[] = [];
  for (const batch of batchesOf(all.map(({ id }) => id))) {
    const groups = await rowsOf(db, batch).execute();
    const groupsToRemind = await withReminders(db, services, cohort, groups, now);
    due.push(...groupsToRemind.map(({ id }) => id));
    await nextTurn();
  }
  return due;
}

const groupsAtOnce = 200;

function* batchesOf(ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += groupsAtOnce) {
    yield ids.slice(from, from + groupsAtOnce);
  }
}

const rowsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'title', 'program', 'cohort_id', 'supervisor_id', 'created_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('sort_key');

type GroupRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

async function withReminders(
  db: Db,
  { content }: Services,
  cohort: CohortContent,
  groups: readonly GroupRow[],
  now: Date,
): Promise<RemindedGroup[]> {
  const submissions = await readSubmissions(db, content, groups, now);
  const sent = await sentTo(
    db,
    groups.map(({ id }) => id),
  );
  return groups.flatMap((group) => {
    const due = findDueReminders(
      submissions.get(group.id) ?? [],
      getReminderDays(cohort.reminders),
      sent.get(group.id) ?? new Set(),
      now,
    );
    return due.length > 0 ? [{ ...group, reminders: due }] : [];
  });
}

async function sentTo(db: Db, groupIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('reminders')
    .select(['group_id', 'deadline_id as deadlineId', 'due', 'days'])
    .where('group_id', 'in', groupIds)
    .execute();
  const sent = new Map<string, Set<string>>();
  for (const row of rows) {
    const keys = sent.get(row.group_id) ?? new Set();
    sent.set(row.group_id, keys.add(getReminderKey(row, row.days)));
  }
  return sent;
}

/** Records these reminders. Also records all earlier ones for the same deadlines, so that they are never sent. */
async function record(
  { trx, now }: WriteTransaction,
  { reminders: setting }: CohortContent,
  groups: readonly RemindedGroup[],
) {
  const daysBefore = getReminderDays(setting);
  const rows = groups.flatMap(({ id, reminders }) =>
    reminders.flatMap(({ days, ...reminder }) => {
      const all =
        days === overdueReminderDays ? [days] : daysBefore.filter((number) => number >= days);
      return all.map((number) => ({
        group_id: id,
        deadline_id: getReminderSubject(reminder),
        due: new Date(reminder.submission.due).toISOString(),
        days: number,
        queued_at: now.toISOString(),
      }));
    }),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await trx
      .insertInto('reminders')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** SQLite allows about 32,000 values per statement, and each row has five. */
const rowsAtOnce = 1000;
