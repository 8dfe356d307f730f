import { join, resolve } from 'node:path';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { loadContent } from '#server/content/load-content.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { openDiskStore } from '#server/files/disk.ts';
import { startPostman } from '#server/mail/postman.ts';
import { type Patience, smtpTransport } from '#server/mail/smtp.ts';
import type { Services } from '#server/services.ts';
import { prepareFirstAdmin } from '#server/users/first-admin.ts';
import { office } from '#trust/lib/portal-process.ts';

/** The portal's own parts as `server/main.ts` puts them together, but for the clock and the patience with mail servers. */
export type PortalWithClock = {
  url: string;
  db: Db;
  /** Lets time go by for the portal. */
  wait(ms: number): void;
  /** Has it deliver what is due, and waits until nothing is on its way. */
  deliver(): Promise<void>;
  /** Lines of its log, from warnings on. */
  logged: string[];
  close(): Promise<void>;
};

/** Opens it on a data folder and a PostgreSQL database, unless undefined; letters go to `smtpUrl`. */
export async function openPortalWithClock(
  place: Place,
  smtpUrl: string,
  patience: Patience,
): Promise<PortalWithClock> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'FYP Portal <fyp@university.test>',
    CONFIRM_EMAIL: 'off',
    ADMIN_EMAIL: office.email,
    ADMIN_PASSWORD: office.password,
    TIME_ZONE: 'Asia/Karachi',
  });
  const db = openDatabase(place);
  await migrate(db);
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  const mail = startPostman(db, smtpTransport(smtpUrl, config.mailFrom, patience), clock, log);
  const files = await openDiskStore(join(place.dataDir, 'files'));
  const content = loadContent(resolve('content'), config.timeZone);
  const services: Services = { db, files, mail, clock, config, content, log };
  await prepareFirstAdmin(services);
  const app = await buildApp(services);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    db,
    logged,
    wait: (ms) => {
      ahead += ms;
    },
    async deliver() {
      mail.wake();
      await mail.idle();
    },
    async close() {
      const closed = app.close();
      app.server.closeAllConnections();
      await closed;
      await mail.stop();
      await db.destroy();
    },
  };
}
