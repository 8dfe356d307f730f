import { setImmediate as nextTurn } from 'node:timers/promises';
import { daysBeforeOf } from '#contract/department.ts';
import type { CohortContent } from '#server/content/content.ts';
import { leaseJob } from '#server/db/jobs.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { submissionsOf } from '#server/documents/submissions-of.ts';
import { lockOpenCohorts } from '#server/groups/require-open.ts';
import type { Services } from '#server/services.ts';
import { queueReminders, type RemindedGroup } from './reminder-emails.ts';
import { afterDate, keyOf, remindersDue } from './reminders-due.ts';

/** By the department's clock, so that what is due comes as one email in the morning. */
const firstHour = 8;
const job = { name: 'reminders', roundMs: 10 * 60_000 };

/** By one of several processes. Returns how many groups were reminded of something. */
export async function sendReminders(services: Services): Promise<number> {
  const { db, clock, config, content, mail } = services;
  const now = clock();
  if (hourOf(now, config.timeZone) < firstHour) return 0;
  const lease = await leaseJob(db, job, config.processId, now);
  if (!lease) return 0;
  let reminded = 0;
  try {
    await content.refresh();
    for (const cohort of content.cohorts) {
      if (cohort.closedAt === null) reminded += await remindCohort(services, cohort, now);
    }
  } finally {
    await lease.end(clock());
  }
  if (reminded > 0) mail.wake();
  return reminded;
}

const hourOf = (now: Date, timeZone: string) =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now),
  );

/** What is sent and that it was sent are one transaction: nobody gets it twice, whatever ends in between. */
async function remindCohort(services: Services, cohort: CohortContent, now: Date): Promise<number> {
  const ids = await findDue(services, cohort, now);
  if (ids.length === 0) return 0;
  return services.db.transaction().execute(async (trx) => {
    if (!(await lockOpenCohorts(trx)).includes(cohort._id)) return 0;
    // Again: something may have been handed in, or be given more time, since it was looked for.
    const found: RemindedGroup[] = [];
    for (const some of portionsOf(ids)) {
      const groups = await rowsOf(trx, some)
        // What is handed in meanwhile waits for this, or this for it.
        .$if(isPostgres(trx), (query) => query.forUpdate())
        .execute();
      found.push(...(await withReminders(trx, services, cohort, groups, now)));
    }
    if (found.length === 0) return 0;
    await record(trx, cohort, found, now);
    await queueReminders(trx, services, cohort, found, now);
    return found.length;
  });
}

/** Without a lock and with a pause after each portion, since mostly there are none and nobody should wait for that. */
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
  for (const some of portionsOf(all.map(({ id }) => id))) {
    const groups = await rowsOf(db, some).execute();
    const found = await withReminders(db, services, cohort, groups, now);
    due.push(...found.map(({ id }) => id));
    await nextTurn();
  }
  return due;
}

const groupsAtOnce = 200;

function* portionsOf(ids: readonly string[]) {
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

type LookedAt = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** Those of the groups that are to be reminded of something. */
async function withReminders(
  db: Db,
  { content }: Services,
  cohort: CohortContent,
  groups: readonly LookedAt[],
  now: Date,
): Promise<RemindedGroup[]> {
  const submissions = await submissionsOf(db, content, groups, now);
  const sent = await sentTo(
    db,
    groups.map(({ id }) => id),
  );
  return groups.flatMap((group) => {
    const due = remindersDue(
      submissions.get(group.id) ?? [],
      daysBeforeOf(cohort.reminders),
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
    const own = sent.get(row.group_id) ?? new Set();
    sent.set(row.group_id, own.add(keyOf(row, row.days)));
  }
  return sent;
}

/** With the earlier ones of the same deadline, which are not sent any more. */
async function record(
  db: Db,
  { reminders: setting }: CohortContent,
  groups: readonly RemindedGroup[],
  now: Date,
) {
  const daysBefore = daysBeforeOf(setting);
  const rows = groups.flatMap(({ id, reminders }) =>
    reminders.flatMap(({ submission, days }) => {
      const all = days === afterDate ? [days] : daysBefore.filter((one) => one >= days);
      return all.map((one) => ({
        group_id: id,
        deadline_id: submission.deadlineId,
        due: new Date(submission.due).toISOString(),
        days: one,
        queued_at: now.toISOString(),
      }));
    }),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto('reminders')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** SQLite takes some 32,000 values in one query. */
const rowsAtOnce = 1000;
