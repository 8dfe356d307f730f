import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import type { Role } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { loadContent } from '#server/content/load-content.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDiskStore } from '#server/files/disk.ts';
import { openSession } from '#server/session/sessions.ts';
import { addUser } from '#server/users/add-user.ts';
import { Caller } from '#tools/test/caller.ts';
import { emailOf, type Person } from '#tools/test/people.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';

/** The real app in this process, over HTTP, on an empty database: SQLite's, or the PostgreSQL that is named. */
export async function openInProcess(databaseUrl: string | undefined) {
  const folder = await mkdtemp(join(whereWritingIsQuick, 'trust-'));
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    TIME_ZONE: 'Asia/Karachi',
  });
  const db = openDatabase(config);
  await migrate(db);
  const clock = () => new Date();
  const content = loadContent(config.contentDir, config.timeZone);
  const files = await openDiskStore(join(folder, 'files'));
  const errors: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => errors.push(line) });
  const mail = { wake: () => {} };
  const app = await buildApp({ db, files, clock, config, content, log, mail });
  // A caller that is held up would send on a connection that is just being closed for having been idle.
  app.server.keepAliveTimeout = 10 * 60_000;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    db,
    url,
    /** What the app warned of and logged as errors. */
    errors,
    /** Somebody with an account and a session, without the cost of hashing a password nobody uses. */
    async somebody(role: Role, name: string): Promise<Person & { userId: string }> {
      const email = emailOf(name);
      const user = { name, email, role, passwordHash: 'no password opens this' };
      const supervises = role === 'faculty';
      const userId = await addUser(db, { ...user, supervises }, clock());
      const { token } = await openSession(db, userId, clock());
      return { userId, name, email, caller: new Caller(url, token) };
    },
    async close() {
      const closed = app.close();
      app.server.closeAllConnections();
      await closed;
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type InProcess = Awaited<ReturnType<typeof openInProcess>>;
