import { setTimeout as sleep } from 'node:timers/promises';
import { findBackupStatus } from '#server/backup/scheduled/backup-state.ts';
import { findBackupPlaceFault } from '#server/backup/scheduled/place-fault.ts';
import { listJobStartTimes } from '#server/db/jobs.ts';
import { findClockFault } from '#server/documents/clock-fault.ts';
import { countDamagedFiles } from '#server/documents/damage/damaged-files.ts';
import { countQueuedEmails } from '#server/mail/count-queue.ts';
import type { Services } from '#server/services.ts';
import { countRecentSessions } from '#server/session/sessions.ts';

/** Time limit for reading metrics from the database. Must be below Prometheus's scrape timeout (10 s by default). */
const maxReadMs = 5000;
const maxAgeMs = 15_000;
const hourMs = 3_600_000;

type FigureServices = Pick<Services, 'db' | 'clock' | 'config' | 'log'>;
export type PortalFigures = Awaited<ReturnType<typeof readFigures>>;

async function readFigures({ db, clock, config }: FigureServices) {
  return {
    emails: await countQueuedEmails(db),
    rounds: await listJobStartTimes(db),
    backup: await findBackupStatus(db, config, clock()),
    newestAt: (await findClockFault(db, clock()))?.newestAt,
    backupPlaceFault: config.backups && (await findBackupPlaceFault(db, config)),
    damagedFiles: await countDamagedFiles(db),
    sessionsSeen: await countRecentSessions(db, new Date(clock().getTime() - hourMs)),
  };
}

/** Returns a function that returns the portal's figures, at most 15 s old, or undefined after an error or timeout. */
export function createPortalFiguresReader(
  services: FigureServices,
): () => Promise<PortalFigures | undefined> {
  const { clock, log } = services;
  let last: PortalFigures | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      last = await readFigures(services);
    } catch (err) {
      last = undefined;
      log.warn({ err }, 'the figures for monitoring could not be read');
    }
    readAt = clock().getTime();
    reading = undefined;
  };
  const isFresh = () => {
    const age = clock().getTime() - readAt;
    return age >= 0 && age < maxAgeMs;
  };
  return async () => {
    if (isFresh()) return last;
    reading ??= read();
    await Promise.race([reading, sleep(maxReadMs, undefined, { ref: false })]);
    return isFresh() ? last : undefined;
  };
}
