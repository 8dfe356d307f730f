import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { migrate } from '#server/db/migrate.ts';
import { decideEmailDelivery } from '#server/groups/check-email.ts';
import { startEmailWorker } from '#server/mail/email-worker.ts';
import type { EmailTransport } from '#server/mail/outbox.ts';
import { prepareContent } from '#server/prepare-content.ts';
import type { Services } from '#server/services.ts';
import { openDiskStore } from '#server/storage/disk.ts';

type Options = {
  env?: Record<string, string>;
  clock?: () => Date;
  /** Mail transport. If absent, emails are queued but never sent. */
  transport?: EmailTransport;
};

/** Starts the real app with an HTTP server in this process, assembled as in `server/main.ts`. */
export async function openInProcessPortal(
  { dataDir, databaseUrl }: DataLocation,
  { env = {}, clock = () => new Date(), transport }: Options = {},
) {
  const zoneEnv = { TIME_ZONE: 'Asia/Karachi' };
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...zoneEnv, ...env });
  const db = openDatabase(config);
  await migrate(db);
  const contentFiles = loadContent(config.contentDir, config.timeZone);
  const content = await prepareContent(db, contentFiles, config.timeZone, clock());
  const files = await openDiskStore(join(dataDir, 'files'));
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  const emailWorker =
    transport &&
    startEmailWorker({ db, clock, log, config }, transport, (email) =>
      decideEmailDelivery(db, email, content.department.office.email),
    );
  const mail = emailWorker ?? { wake: () => {} };
  const services: Services = { db, files, mail, clock, config, content, log };
  const app = await buildApp(services);
  // Use a long timeout, so that the app does not close a connection as idle just before a caller uses it.
  app.server.keepAliveTimeout = 10 * 60_000;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...services,
    app,
    url,
    logged,
    /** Sends the due emails and waits until no delivery is in progress. */
    async deliver() {
      emailWorker?.wake();
      await emailWorker?.idle();
    },
    async close() {
      const closed = app.close();
      app.server.closeAllConnections();
      await closed;
      await emailWorker?.stop();
      await db.destroy();
    },
  };
}

export type InProcessPortal = Awaited<ReturnType<typeof openInProcessPortal>>;
