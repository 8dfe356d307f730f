import { Gauge, type Registry } from 'prom-client';
import { version } from '#server/http/version.ts';
import type { Services } from '#server/services.ts';
import { readDiskState } from '#server/storage/disk-space.ts';
import { createPortalFiguresReader, type PortalFigures } from './portal-figures.ts';

/** Registers the metrics of the whole portal. Returns a function that updates them. */
export function registerPortalMetrics(services: Services, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `fyp_portal_${name}`, help, registers: [registry] });
  const figures = figureGauges(gauge, registry);
  const databaseUp = gauge('database_up', '1 while this process can read the database, else 0.');
  const diskFree = gauge('disk_free_bytes', 'Free space of the disk that contains DATA_DIR.');
  const diskSize = gauge('disk_size_bytes', 'Size of the disk that contains DATA_DIR.');
  const watermark = gauge(
    'disk_watermark_bytes',
    'Uploads are rejected below this amount of free space.',
  );
  registerBuildInfo(registry);

  const read = createPortalFiguresReader(services);
  return async () => {
    const current = await read();
    databaseUp.set(current ? 1 : 0);
    figures.show(current, services.clock());
    const disk = await readDiskState(services.files, services.config);
    diskFree.set(disk.free);
    diskSize.set(disk.size);
    watermark.set(disk.watermark);
  };
}

function figureGauges(gauge: (name: string, help: string) => Gauge, registry: Registry) {
  const waiting = gauge('emails_waiting', 'Emails of the whole portal that wait to be sent.');
  const oldest = gauge(
    'emails_oldest_waiting_seconds',
    'Age of the oldest waiting email; 0 if there are none.',
  );
  const refused = gauge(
    'emails_refused',
    'Emails of the whole portal that were refused or given up, and not dismissed yet.',
  );
  const damaged = gauge(
    'damaged_files',
    'Stored files of the whole portal that are missing or altered.',
  );
  const clockBehind = gauge(
    'clock_behind_seconds',
    'By how much the newest stored time is in the future; 0 if it is not.',
  );
  const sessions = gauge(
    'sessions_seen',
    'Number of sessions of the whole portal that were used within the last hour.',
  );
  const backup = backupGauges(gauge);
  const rounds = new Gauge({
    name: 'fyp_portal_job_last_start_timestamp_seconds',
    help: 'Start of the last run of a background job of the whole portal.',
    labelNames: ['background_job'],
    registers: [registry],
  });
  const show = (current: PortalFigures | undefined, now: Date) => {
    // Clear the start times of jobs from the previous scrape, because outdated values would look valid.
    rounds.reset();
    if (!current) {
      backup.show(undefined);
      for (const metric of [waiting, oldest, refused, damaged, clockBehind, sessions])
        metric.remove();
      return;
    }
    const { emails } = current;
    const age = emails.oldestQueuedAt ? now.getTime() - Date.parse(emails.oldestQueuedAt) : 0;
    waiting.set(emails.waiting);
    oldest.set(Math.max(0, age / 1000));
    refused.set(emails.failed);
    damaged.set(current.damagedFiles);
    const newestAt = current.newestAt ? Date.parse(current.newestAt) : 0;
    clockBehind.set(Math.max(0, newestAt - now.getTime()) / 1000);
    sessions.set(current.sessionsSeen);
    backup.show(current);
    for (const { name, beganAt } of current.rounds) {
      rounds.set({ background_job: name }, Date.parse(beganAt) / 1000);
    }
  };
  return { show };
}

const placeFaultCodes = { 'same-disk': 1, 'last-missing': 2 } as const;

function backupGauges(gauge: (name: string, help: string) => Gauge) {
  const age = gauge(
    'backup_age_seconds',
    'Age of the last verified backup, or the time since the first attempt if there is none.',
  );
  const failures = gauge('backup_failures', 'Failed backups since the last verified one.');
  const size = gauge('backup_size_bytes', 'Size of the last verified backup.');
  const duration = gauge(
    'backup_duration_seconds',
    'Time that taking and verifying the last verified backup took.',
  );
  const placeFault = gauge(
    'backup_place_fault',
    '1 if BACKUP_TO is on the disk of DATA_DIR, 2 if it lacks the last backup, else 0.',
  );
  const show = (current: PortalFigures | undefined) => {
    // A value of 0 would look valid, so remove the metrics that have no value.
    for (const metric of [age, failures, size, duration, placeFault]) metric.remove();
    const { backup: status, backupPlaceFault } = current ?? {};
    if (backupPlaceFault !== undefined)
      placeFault.set(backupPlaceFault ? placeFaultCodes[backupPlaceFault] : 0);
    if (!status) return;
    age.set(status.ageMs / 1000);
    failures.set(status.failures);
    if (!status.last) return;
    size.set(status.last.size);
    duration.set(status.last.seconds);
  };
  return { show };
}

function registerBuildInfo(registry: Registry): void {
  const build = new Gauge({
    name: 'fyp_portal_build_info',
    help: 'Always 1; its label is the version of the portal.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
}
