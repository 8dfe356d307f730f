import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { migrate } from '#server/db/migrate.ts';
import { initialisePortalContent } from '#server/prepare-content.ts';
import type { Services } from '#server/services.ts';
import { openDiskStore } from '#server/storage/disk.ts';

/** Starts the real app with an HTTP server in this process, as `server/main.ts` does, but sends no queued emails. */
export async function openInProcessPortal(
  { dataDir, databaseUrl }: DataLocation,
  clock = () => new Date(),
) {
  const location = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const config = readConfig({ ...location, TIME_ZONE: 'Asia/Karachi' });
  const db = openDatabase(config);
  await migrate(db);
  const contentFiles = loadContent(config.contentDir, config.timeZone);
  const content = await initialisePortalContent(db, contentFiles, config, clock());
  const files = await openDiskStore(join(dataDir, 'files'));
  const log = pino({ level: 'error' });
  const mail = { wake: () => {} };
  const services: Services = { db, files, mail, clock, config, content, log };
  const app = await buildApp(services);
  // Use a long timeout, so that the app does not close a connection as idle just before a caller uses it.
  app.server.keepAliveTimeout = 10 * 60_000;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...services,
    app,
    url,
    async close() {
      const closed = app.close();
      app.server.closeAllConnections();
      await closed;
      await db.destroy();
    },
  };
}

export type InProcessPortal = Awaited<ReturnType<typeof openInProcessPortal>>;
