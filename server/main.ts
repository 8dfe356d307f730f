import { rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'kysely';
import { oneTimePasswordDays } from '#contract/values/password.ts';
import { buildApp } from './app.ts';
import { findBackupPlaceFault } from './backup/scheduled/place-fault.ts';
import { startScheduledBackups } from './backup/scheduled/scheduled-backups.ts';
import { type Config, readConfig } from './config.ts';
import { loadContentAndPictures } from './content/files/load-content.ts';
import { createConfigRefresh } from './content/stored-config/refresh-config.ts';
import { resolveTimeZone } from './content/time-zone.ts';
import { openSqlite } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { migrateAndOpenPostgres } from './db/serve-database.ts';
import type { Db } from './db/tables.ts';
import { findNamesWithDuplicateKeys } from './db/unique-names.ts';
import { findClockFault } from './documents/clock-fault.ts';
import { startScrubber } from './documents/damage/scrubber.ts';
import { backgroundJobs } from './features.ts';
import { decideEmailDelivery } from './groups/check-email.ts';
import { runBackgroundJobs } from './http/background-jobs.ts';
import { listen } from './http/connections/listen.ts';
import { createLogger, type PortalLogger } from './http/log/log.ts';
import { version } from './http/version.ts';
import { createConfiguredTransport } from './mail/configured-transport.ts';
import { startEmailWorker } from './mail/email-worker.ts';
import { describeMailSetup } from './mail/start-notice.ts';
import { initialisePortalContent } from './prepare-content.ts';
import type { Services } from './services.ts';
import { createSteadyClockCheck } from './session/throttle/steady-clock.ts';
import { lockDataFolder } from './storage/data-lock.ts';
import { createFolder } from './storage/disk.ts';
import { openFileStore } from './storage/open-files.ts';
import { restrictDataPermissions } from './storage/private-data.ts';
import { keepEarlierDueDates } from './submissions/keep-earlier-dates.ts';
import { prepareFirstAdmin } from './users/first-admin.ts';

const minuteMs = 60_000;
/** Time limit for completing active requests during shutdown. */
const drainMs = 10_000;

async function openDataFolder(
  { dataDir, databaseUrl }: Config,
  log: PortalLogger,
): Promise<() => void> {
  await createFolder(dataDir);
  // Several instances may share the data folder only if they use PostgreSQL.
  const release = lockDataFolder(dataDir, { alone: databaseUrl === undefined });
  // Earlier versions noted the newest writes and the recipients of sent emails there.
  for (const name of ['newest-writes.json', 'sent-emails'])
    await rm(join(dataDir, name), { recursive: true, force: true });
  const { closed, stillOpen } = await restrictDataPermissions(dataDir);
  if (closed.length > 0)
    log.warn({ closed }, 'other accounts of this machine could read these paths');
  if (stillOpen.length > 0)
    log.warn(
      { stillOpen },
      'other accounts of this machine can read these paths: run chmod go= on them',
    );
  return release;
}

async function openDatabase(config: Config, log: PortalLogger, traceQuery?: Logger): Promise<Db> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) {
    const onWait = () => log.warn('waiting for the portals of an earlier version to end');
    return migrateAndOpenPostgres(databaseUrl, { onWait, log: traceQuery });
  }
  const db = openSqlite(join(dataDir, 'portal.sqlite'), { log: traceQuery });
  await migrate(db);
  return db;
}

/** A round is skipped while the previous one runs, for example because the database is slow. */
function startBackgroundJobs(app: FastifyInstance): { stop(): Promise<void> } {
  const isClockSteady = createSteadyClockCheck(app.services.clock);
  const jobs = [{ run: () => app.diskSpace.check() }, ...backgroundJobs];
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= runBackgroundJobs(app.services, jobs, isClockSteady).finally(() => {
      round = undefined;
    });
    return round;
  }, minuteMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

function printStartup(
  address: string,
  config: Config,
  admin: Awaited<ReturnType<typeof prepareFirstAdmin>>,
) {
  console.log(`The portal is open at ${address}`);
  console.log(describeMailSetup(config));
  if (!admin) return;
  console.log(`
    The first admin    ${admin.email}
    One-time password  ${admin.password}

    Log in and change both within ${oneTimePasswordDays} days. Until someone has logged in, each start prints another.
`);
}

async function warnAboutConfusableNames(db: Db, log: PortalLogger) {
  const names = await findNamesWithDuplicateKeys(db);
  if (names.length === 0) return;
  log.warn(
    { names },
    'these names look like older ones or consist of dots: rename their groups and sessions',
  );
}

async function warnAboutBackups(db: Db, log: PortalLogger, config: Config) {
  const fault = await findBackupPlaceFault(db, config);
  if (fault === 'same-disk')
    log.warn(
      'BACKUP_TO is on the disk of DATA_DIR, whose failure would destroy both: choose another disk',
    );
  if (fault === 'last-missing')
    log.warn(
      'the last backup is not in BACKUP_TO: mount its disk, or check who removed the archive',
    );
}

async function warnAboutClock(db: Db, log: PortalLogger, now: Date) {
  const fault = await findClockFault(db, now);
  if (!fault) return;
  log.warn(
    { now: now.toISOString(), newestStored: fault.newestAt },
    'the clock of this machine is behind the newest stored time: check its time synchronisation. If the clock was ahead before, correct the files that Attention lists',
  );
}

function warnAboutRoot(log: PortalLogger) {
  if (process.getuid?.() !== 0) return;
  log.warn('the portal runs as root: run it as a separate user who owns only DATA_DIR');
}

/** Starts the portal and returns the function that stops it. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLogger(config.logLevel);
  warnAboutRoot(log);
  const contentFiles = await loadContentAndPictures(config.contentDir, config.timeZone);
  // Lock the data folder before anything is written.
  const releaseData = await openDataFolder(config, log);
  const tracing = config.isTraced
    ? (await import('./tracing/tracing.ts')).openTracing(log)
    : undefined;
  const db = await openDatabase(config, log, tracing?.traceQuery);
  config.timeZone = await resolveTimeZone(db, config, log, keepEarlierDueDates);
  const files = await openFileStore(config.files);
  const clock = () => new Date();
  const refreshConfig = createConfigRefresh(config);
  await refreshConfig(db);
  const content = await initialisePortalContent(db, contentFiles, config, clock(), refreshConfig);
  const transport = await createConfiguredTransport(config, content);
  const traced = tracing?.traceEmails(transport) ?? transport;
  const mail = startEmailWorker({ db, clock, log, config }, traced, (email) =>
    decideEmailDelivery(db, email, content.department.office.email),
  );
  const services: Services = { db, files, mail, clock, config, content, log };
  await warnAboutConfusableNames(db, log);
  await warnAboutClock(db, log, clock());
  await warnAboutBackups(db, log, config);
  const app = await buildApp(services, {
    clientFolder: join(import.meta.dirname, '../client/dist'),
    ...(tracing && { trace: tracing.traceRequests }),
  });
  const address = await listen(app, config);
  // With PORT=0, links in emails use the port that the operating system has chosen.
  if (config.publicUrl.endsWith(':0')) config.publicUrl = address;

  // Only now, because this may replace the printed password of a portal that already uses the port.
  const admin = await prepareFirstAdmin(services);
  log.info({ version, address }, 'the portal is serving');
  mail.wake();
  const jobs = startBackgroundJobs(app);
  const scrubber = startScrubber(services);
  const backups = startScheduledBackups(services);

  printStartup(address, config, admin);
  return async () => {
    const jobsStopped = jobs.stop();
    // Cancel a backup at once, because draining may use up the time limit for stopping.
    const backupsStopped = backups.stop();
    await app.stopServing();
    await scrubber.stop();
    await backupsStopped;
    await Promise.all([jobsStopped, mail.stop()]);
    await db.destroy();
    await tracing?.stop();
    releaseData();
  };
}

function fail(reason: unknown): never {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
}

process.umask(0o077);

let stop: (() => Promise<void>) | undefined;
let isEnding = false;
/** Shuts down on the first signal. Ignores later ones, because after Ctrl-C the terminal and npm both send one. */
function handleSignal() {
  if (isEnding) return;
  isEnding = true;
  // Startup can be aborted at any time, because each of its steps is atomic.
  if (!stop) process.exit(0);
  void Promise.race([stop(), sleep(drainMs)]).then(() => process.exit(0), fail);
}
// In a container, the kernel does not deliver these signals to process 1 unless the process handles them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handleSignal);

try {
  stop = await start(readConfig(process.env));
  // Write the compile cache to disk now, because until then it occupies 10 MB of memory.
  flushCompileCache();
} catch (error) {
  fail(error);
}
