import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneTimePasswordDays } from '#contract/password.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { loadContent } from './content/load-content.ts';
import { openPostgres, openSqlite } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { makeFolder, openDiskStore } from './files/disk.ts';
import { startScrubber } from './files/scrubber.ts';
import { openLog } from './http/log.ts';
import { folderTransport } from './mail/folder.ts';
import { startPostman } from './mail/postman.ts';
import { smtpTransport } from './mail/smtp.ts';
import { mailForgotten } from './marks/mail-group.ts';
import type { Services } from './services.ts';
import { removeWhatIsOver } from './session/sessions.ts';
import { watchClock } from './session/steady-clock.ts';
import { makeFirstAdmin } from './users/first-admin.ts';

const minuteMs = 60_000;
/**
 * How long a portal that is told to stop still takes what had reached the machine before: in turns of its own, each of
 * which reads all that is waiting. On a machine that is overloaded a second may go by in one of them.
 */
const lastCall = { turns: 20, turnMs: 50 };
/** How long answers under way may take until they are cut; what was acknowledged is safe at any moment. */
const drainMs = 10_000;

/** Environment to services to app to listening; gives what ends it all again, letting answers under way finish. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = openLog(config.logLevel);
  const content = loadContent(config.contentDir, config.timeZone);
  await makeFolder(config.dataDir);
  const db = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : openSqlite(join(config.dataDir, 'portal.sqlite'));
  await migrate(db);
  const files = await openDiskStore(join(config.dataDir, 'files'));
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : await folderTransport(join(config.dataDir, 'outbox'), config.mailFrom);
  const clock = () => new Date();
  const mail = startPostman(db, transport, clock, log);
  const services: Services = { db, files, mail, clock, config, content, log };
  const admin = await makeFirstAdmin(services);
  const app = await buildApp(services, {
    clientFolder: join(import.meta.dirname, '../client/dist'),
  });
  let isStopping = false;
  app.server.prependListener('request', (_request, response) => {
    if (isStopping) response.setHeader('connection', 'close');
  });
  const address = await app.listen({ host: config.host, port: config.port });
  // A port of 0 is chosen by the system: only now is the address for links in letters known.
  if (config.port === 0) config.publicUrl = address;

  mail.wake();
  const isClockSteady = watchClock(clock);
  const chores = setInterval(async () => {
    try {
      await app.room.look();
      await mailForgotten(services);
      if (isClockSteady()) await removeWhatIsOver(db, clock());
    } catch (err) {
      log.warn({ err }, 'a chore failed; it is done again in a minute');
    }
  }, minuteMs);

  const scrubber = startScrubber(services);

  if (admin) {
    console.log(
      `The first admin: ${admin.email} with the one-time password ${admin.password}\nLog in and change both within ${oneTimePasswordDays} days.`,
    );
  }
  console.log(`The portal is open at ${address}`);

  return async () => {
    clearInterval(chores);
    // Closing at once would reset the connections that nobody has accepted or read yet.
    isStopping = true;
    for (let turn = 0; turn < lastCall.turns; turn += 1) await sleep(lastCall.turnMs);
    // A connection that falls idle now would be waited for until its browser lets go of it.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(sweep);
    await scrubber.stop();
    await mail.stop();
    await db.destroy();
  };
}

try {
  const stop = await start(readConfig(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.race([stop(), sleep(drainMs)]).then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
