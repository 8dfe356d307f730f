import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'kysely';
import { oneTimePasswordDays } from '#contract/values/password.ts';
import { publishDue } from './announcements/publish-due.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { loadContentAndPictures } from './content/load-content.ts';
import { openSqlite } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { servePostgres } from './db/serve-database.ts';
import type { Db } from './db/tables.ts';
import { findSharedNames } from './db/unique-names.ts';
import { startScrubber } from './documents/scrubber.ts';
import { checkEmail } from './groups/email-standing.ts';
import { boundHost, holdPort, openAt } from './http/connections/hold-port.ts';
import { type Log, openLog } from './http/log/log.ts';
import { clientNameOf } from './mail/client-name.ts';
import { startEmailWorker } from './mail/email-worker.ts';
import { folderTransport } from './mail/folder.ts';
import { smtpTransport } from './mail/smtp.ts';
import { startNotice } from './mail/start-notice.ts';
import { mailForgotten } from './marks/mail-group.ts';
import { deleteOldNotices } from './notices/delete-old-notices.ts';
import { sendDigests } from './notices/send-digests.ts';
import { prepareContent } from './prepare-content.ts';
import { awaitPort, onLeave, tellServing } from './processes/messages.ts';
import { Workers } from './processes/workers.ts';
import type { Services } from './services.ts';
import { deleteExpired } from './session/sessions.ts';
import { watchClock } from './session/throttle/steady-clock.ts';
import { lockData } from './storage/data-lock.ts';
import { makeFolder } from './storage/disk.ts';
import { openFiles } from './storage/open-files.ts';
import { keepDataPrivate } from './storage/private-data.ts';
import { sendReminders } from './submissions/send-reminders.ts';
import { prepareFirstAdmin } from './users/first-admin.ts';

const minuteMs = 60_000;
/** Requests under way may take so long; what was acknowledged is safe at any moment. */
const drainMs = 10_000;

/** Private to this process. Throws when another portal has it. */
async function takeDataFolder({ dataDir, databaseUrl }: Config, log: Log): Promise<() => void> {
  await makeFolder(dataDir);
  // PostgreSQL may be shared by several processes, and the files with it.
  const release = lockData(dataDir, { alone: databaseUrl === undefined });
  const { closed, stillOpen } = await keepDataPrivate(dataDir);
  if (closed.length > 0) log.warn({ closed }, 'other accounts of this machine could read these');
  if (stillOpen.length > 0)
    log.warn({ stillOpen }, 'other accounts of this machine can read these');
  return release;
}

async function openDatabase(config: Config, log: Log, traceQuery?: Logger): Promise<Db> {
  const { dataDir, databaseUrl, databasePoolerUrl: poolerUrl } = config;
  if (databaseUrl) {
    const onWait = () => log.warn('waiting for the portals of an earlier version to end');
    return servePostgres(databaseUrl, { poolerUrl, onWait, log: traceQuery });
  }
  const db = openSqlite(join(dataDir, 'portal.sqlite'), { log: traceQuery });
  await migrate(db);
  return db;
}

function startBackgroundJobs(app: FastifyInstance): NodeJS.Timeout {
  const { db, clock, log } = app.services;
  const isClockSteady = watchClock(clock);
  return setInterval(async () => {
    try {
      await app.diskSpace.look();
      await mailForgotten(app.services);
      await sendReminders(app.services);
      await sendDigests(app.services);
      await publishDue(app.services);
      if (isClockSteady()) {
        await deleteExpired(db, clock());
        await deleteOldNotices(app.services);
      }
    } catch (err) {
      log.warn({ err }, 'a job failed; it is done again in a minute');
    }
  }, minuteMs);
}

/** Last, and apart from the log: somebody has to read it. */
function tell(
  address: string,
  config: Config,
  admin: Awaited<ReturnType<typeof prepareFirstAdmin>>,
) {
  console.log(`The portal is open at ${address}`);
  console.log(startNotice(config));
  if (!admin) return;
  console.log(`
    The first admin    ${admin.email}
    One-time password  ${admin.password}

    Log in and change both within ${oneTimePasswordDays} days. Until somebody has logged in, each start prints another.
`);
}

/** What is done once, before the first worker: those find it done. Returns what keeps them serving. */
async function startWorkers(config: Config): Promise<Workers> {
  const log = openLog(config.logLevel);
  warnOfRoot(log);
  const contentFiles = await loadContentAndPictures(config.contentDir, config.timeZone);
  await takeDataFolder(config, log);
  const door = await holdPort(config);
  const db = await openDatabase(config, log);
  const clock = () => new Date();
  await prepareContent(db, contentFiles, config.timeZone, clock());
  await warnOfSharedNames(db, log);
  const admin = await prepareFirstAdmin({ db, clock, config });
  await db.destroy();
  const workers = new Workers({
    count: config.processes,
    listenAt: { host: boundHost(config.host), port: (door.address() as AddressInfo).port },
    freePort: () => void door.close(),
    log,
    giveUp: fail,
  });
  tell(await workers.start(), config, admin);
  return workers;
}

async function warnOfSharedNames(db: Db, log: Log) {
  const names = await findSharedNames(db);
  if (names.length === 0) return;
  log.warn(
    { names },
    'these names look like older ones, or are dots alone: rename their groups and cohorts',
  );
}

function warnOfRoot(log: Log) {
  if (process.getuid?.() !== 0) return;
  log.warn('the portal runs as root: give it an account of its own, which owns DATA_DIR alone');
}

type Running = { stop(): Promise<void>; leave(): Promise<void> };

/** Alone, or as one of several workers. */
async function start(config: Config): Promise<Running> {
  const log = openLog(config.logLevel);
  if (!cluster.isWorker) warnOfRoot(log);
  const contentFiles = await loadContentAndPictures(config.contentDir, config.timeZone);
  // Before anything is written.
  const releaseData = await takeDataFolder(config, log);
  const door = cluster.isWorker ? undefined : await holdPort(config);
  const tracing = config.isTraced
    ? (await import('./tracing/tracing.ts')).openTracing(log)
    : undefined;
  const db = await openDatabase(config, log, tracing?.traceQuery);
  const files = await openFiles(config);
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom, undefined, clientNameOf(config.publicUrl))
    : await folderTransport(join(config.dataDir, 'outbox'), config.mailFrom);
  const clock = () => new Date();
  const content = await prepareContent(db, contentFiles, config.timeZone, clock());
  const traced = tracing?.traceEmails(transport) ?? transport;
  const mail = startEmailWorker({ db, clock, log, config }, traced, (email) =>
    checkEmail(db, email, content.department.office.email),
  );
  const services: Services = { db, files, mail, clock, config, content, log };
  if (!cluster.isWorker) await warnOfSharedNames(db, log);
  const admin = cluster.isWorker ? undefined : await prepareFirstAdmin(services);
  const app = await buildApp(services, {
    clientFolder: join(import.meta.dirname, '../client/dist'),
    ...(tracing && { trace: tracing.traceRequests }),
  });
  const address = await openAt(app, door ?? (await awaitPort()));
  // A port of 0 is chosen by the system: only now is the address for links in emails known.
  if (config.port === 0) config.publicUrl = address;

  mail.wake();
  const jobs = startBackgroundJobs(app);
  const scrubber = startScrubber(services);

  if (cluster.isWorker) tellServing(address);
  else tell(address, config, admin);
  const endAfter = (drain: () => Promise<void>) => async () => {
    clearInterval(jobs);
    await drain();
    await scrubber.stop();
    await mail.stop();
    await db.destroy();
    await tracing?.stop();
    releaseData();
  };
  return { stop: endAfter(app.stopServing), leave: endAfter(app.handOver) };
}

function fail(reason: unknown): never {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
}

// Nobody else on this machine reads what is made from here on.
process.umask(0o077);

let stop: (() => Promise<void>) | undefined;
let isEnding = false;
/** npm passes on the Ctrl-C that the terminal has sent already. */
function end() {
  if (isEnding) return;
  isEnding = true;
  // Each step of the start is whole or not there.
  if (!stop) process.exit(0);
  // The workers' own limit comes first.
  const limitMs = cluster.isPrimary ? drainMs + 500 : drainMs;
  void Promise.race([stop(), sleep(limitMs)]).then(() => process.exit(0));
}
// As process 1 of a container it would ignore a signal that it does not handle.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);

try {
  const config = readConfig(process.env);
  if (cluster.isPrimary && config.processes > 1) {
    const workers = await startWorkers(config);
    stop = () => workers.stop();
    process.on('SIGUSR2', () => void workers.roll());
  } else {
    const running = await start(config);
    stop = running.stop;
    if (cluster.isWorker) onLeave(() => void running.leave().then(() => process.exit(0)));
  }
  // Node otherwise keeps what it has read of the cache, 10 MB, until it ends.
  flushCompileCache();
} catch (error) {
  fail(error);
}
