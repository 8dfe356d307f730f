import { Gauge, type Registry } from 'prom-client';
import { version } from '#server/http/version.ts';
import type { Services } from '#server/services.ts';
import { diskState } from '#server/storage/disk-space.ts';
import { openPortalFigures, type PortalFigures } from './portal-figures.ts';

/** Shows what every process of the portal says alike; what is returned brings it up to date. */
export function showPortal(services: Services, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `fyp_portal_${name}`, help, registers: [registry] });
  const figures = figureGauges(gauge, registry);
  const databaseUp = gauge('database_up', '1 while this process can read the database, else 0.');
  const diskFree = gauge('disk_free_bytes', 'Free space where DATA_DIR lies.');
  const diskSize = gauge('disk_size_bytes', 'Size of the disk where DATA_DIR lies.');
  const watermark = gauge('disk_watermark_bytes', 'With less free space no files are taken.');
  showBuild(registry);

  const read = openPortalFigures(services);
  return async () => {
    const found = await read();
    databaseUp.set(found ? 1 : 0);
    figures.show(found, services.clock());
    const disk = await diskState(services.files, services.config);
    if (!disk) {
      // Files lie where no limit is known, and a figure of 0 would be an alert.
      for (const one of [diskFree, diskSize, watermark]) one.remove();
      return;
    }
    diskFree.set(disk.free);
    diskSize.set(disk.size);
    watermark.set(disk.watermark);
  };
}

function figureGauges(gauge: (name: string, help: string) => Gauge, registry: Registry) {
  const waiting = gauge('emails_waiting', 'Emails of the whole portal that wait to be sent.');
  const oldest = gauge(
    'emails_oldest_waiting_seconds',
    'How long the oldest of them has waited; 0 without any.',
  );
  const refused = gauge(
    'emails_refused',
    'Emails of the whole portal that were refused or given up, and not dismissed yet.',
  );
  const damaged = gauge('damaged_files', 'Kept files of the whole portal, missing or altered.');
  const sessions = gauge(
    'sessions_seen',
    'Sessions of the whole portal that were used within the hour, without saying whose.',
  );
  const rounds = new Gauge({
    name: 'fyp_portal_job_last_start_timestamp_seconds',
    help: 'When the last round of a background job of the whole portal began.',
    labelNames: ['background_job'],
    registers: [registry],
  });
  const show = (found: PortalFigures | undefined, now: Date) => {
    // An old figure would look like a good one.
    rounds.reset();
    if (!found) {
      for (const one of [waiting, oldest, refused, damaged, sessions]) one.remove();
      return;
    }
    const { emails } = found;
    const age = emails.oldestQueuedAt ? now.getTime() - Date.parse(emails.oldestQueuedAt) : 0;
    waiting.set(emails.waiting);
    oldest.set(Math.max(0, age / 1000));
    refused.set(emails.failed);
    damaged.set(found.damagedFiles);
    sessions.set(found.sessionsSeen);
    for (const { name, beganAt } of found.rounds) {
      rounds.set({ background_job: name }, Date.parse(beganAt) / 1000);
    }
  };
  return { show };
}

function showBuild(registry: Registry): void {
  const build = new Gauge({
    name: 'fyp_portal_build_info',
    help: 'Always 1; its label is the version of the portal.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
}
