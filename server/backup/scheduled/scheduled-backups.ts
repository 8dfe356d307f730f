import { formatCalendarDate } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import type { BackupSchedule } from '#server/config.ts';
import { type JobLease, leaseJob } from '#server/db/jobs.ts';
import type { Services } from '#server/services.ts';
import { buildArchiveName, getArchivePrefix } from './archive-name.ts';
import {
  findBackupState,
  listSettledFormerHosts,
  recordBackupStart,
  recordFailedBackup,
  recordGoodBackup,
} from './backup-state.ts';
import { explainBackupFailure } from './explain-failure.ts';
import { takeBackupInThread } from './take-in-thread.ts';

type BackupServices = Pick<Services, 'db' | 'clock' | 'config' | 'log'>;
type Take = typeof takeBackupInThread;

const dayMs = 24 * 3_600_000;
const checkMs = 60_000;
/** A failed backup is repeated after this time. */
const job = { name: 'backup', roundMs: 3_600_000 };

/** Takes the daily backup when it is due. `stop` cancels a backup in progress, so that another process can repeat it. */
export function startScheduledBackups(services: BackupServices): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= runBackupIfDue(services, stopping.signal)
      .catch((err: unknown) => {
        services.log.warn({ err }, 'the check for a due backup failed and is repeated in a minute');
      })
      .then(() => {
        round = undefined;
      });
  }, checkMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}

/** Returns the last time at which a backup was due: at the local time `at` of today or yesterday. */
export function findLastDueTime(now: Date, at: string, timeZone: string): Date {
  const today = formatCalendarDate(now, timeZone);
  const yesterday = new Date(Date.parse(today) - dayMs).toISOString().slice(0, 10);
  const [dueToday, dueYesterday] = [today, yesterday].map(
    (date) => new Date(parseWallClock(`${date}T${at}`, timeZone) ?? now),
  ) as [Date, Date];
  return dueToday <= now ? dueToday : dueYesterday;
}

async function isBackupDue({ db, clock, config }: BackupServices, { at }: BackupSchedule) {
  const now = clock();
  const last = (await findBackupState(db))?.last;
  if (!last) return true;
  const takenAt = new Date(last.takenAt);
  // A clock that was wrong for a while must not suspend backups for longer than a day.
  const isInFuture = takenAt.getTime() > now.getTime() + dayMs;
  return isInFuture || takenAt < findLastDueTime(now, at, config.timeZone);
}

/** Takes a backup if one is due and no other process is taking it. Returns true if it succeeded. */
export async function runBackupIfDue(
  services: BackupServices,
  signal: AbortSignal,
  take: Take = takeBackupInThread,
): Promise<boolean> {
  const { backups: schedule } = services.config;
  if (!schedule || !(await isBackupDue(services, schedule))) return false;
  const lease = await leaseJob(services, job);
  if (!lease) return false;
  // Check again, because another process may have completed the backup since the first check.
  if (await isBackupDue(services, schedule))
    return runBackup(services, { lease, schedule, signal, take });
  await lease.end();
  return false;
}

type Round = { lease: JobLease; schedule: BackupSchedule; signal: AbortSignal; take: Take };

async function runBackup(services: BackupServices, round: Round): Promise<boolean> {
  const { db, clock, config, log } = services;
  const { lease, schedule, signal, take } = round;
  const takenAt = clock();
  const archive = { name: buildArchiveName(getArchivePrefix(config), takenAt), takenAt };
  const state = await findBackupState(db);
  const former = state ? listSettledFormerHosts(state, archive) : [];
  // After a crash between the success and the end of the lease, the position names the last good archive.
  const unverified =
    lease.position !== null && lease.position !== state?.last?.name ? lease.position : undefined;
  await recordBackupStart(db, takenAt);
  await lease.savePosition(archive.name);
  const startedAt = performance.now();
  log.info({ archive: archive.name }, 'the backup has started');
  try {
    const taken = await take({ config, schedule, archive, former, unverified }, signal);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    // Throws if another process has taken over the job, for example because this one was suspended.
    await lease.savePosition(archive.name);
    const good = {
      name: archive.name,
      ...(schedule.to.kind === 'disk' && { folder: schedule.to.folder }),
      takenAt: takenAt.toISOString(),
      size: taken.size,
      seconds,
    };
    await recordGoodBackup(db, clock(), good);
    await lease.end();
    const { damaged, removalError, ...rest } = taken;
    log.info({ archive: archive.name, seconds, ...rest }, 'the backup is complete and verified');
    if (damaged.length > 0)
      log.error(
        { damaged },
        'the backup lacks files that are missing or altered: run npm run scrub',
      );
    if (removalError)
      log.error({ reason: removalError }, 'expired backups could not be removed: remove them');
    return true;
  } catch (err) {
    if (signal.aborted) {
      await lease.release(archive.name);
      return false;
    }
    const reason = explainBackupFailure(err);
    log.error(
      { err, archive: archive.name },
      `the backup failed and is repeated in an hour. ${reason} See “No recent backup” in docs/troubleshooting.md`,
    );
    // Throws if another process has taken over the job, which then records its result.
    await lease.end();
    await recordFailedBackup(db, clock(), reason);
    return false;
  }
}
