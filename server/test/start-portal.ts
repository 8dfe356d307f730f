import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { loadContent, loadContentAndPictures } from '#server/content/files/load-content.ts';
import { createConfigRefresh } from '#server/content/stored-config/refresh-config.ts';
import type { BatchLimits } from '#server/db/sqlite/sqlite-writer.ts';
import type { Db } from '#server/db/tables.ts';
import { decideEmailDelivery } from '#server/groups/check-email.ts';
import { createLogger } from '#server/http/log/log.ts';
import { startEmailWorker } from '#server/mail/email-worker.ts';
import type { EmailTransport } from '#server/mail/outbox.ts';
import { initialisePortalContent } from '#server/prepare-content.ts';
import type { Services } from '#server/services.ts';
import { openSession } from '#server/session/sessions.ts';
import { openFileStore } from '#server/storage/open-files.ts';
import { insertUser } from '#server/users/add-user.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { passwordHash } from './password-hash.ts';
import { rowQueriesByTable } from './reader.ts';

const startOfTests = Date.parse('2027-01-15T10:00:00.000Z');
const shippedContent = loadContent(resolve(import.meta.dirname, '../../content'), 'Asia/Karachi');

/** The real portal with an empty database and data folder, on a free loopback port. */
export type Portal = Services & {
  url: string;
  visitor: ApiCaller;
  admin: ApiCaller;
  adminId: string;
  folder: string;
  logInAs(userId: string): Promise<ApiCaller>;
  wait(ms: number): void;
  /** Delivers due emails. Without `transport`, discards the emails and records them as sent. */
  deliver(transport?: EmailTransport): Promise<number>;
  /** Returns all rows and files that a rejected request must not change. */
  snapshot(): Promise<Record<string, unknown[]>>;
  /** Returns a digest of each part of the snapshot and of each query in `more`. Much faster than `snapshot`. */
  digest(more?: Record<string, string>): Promise<Record<string, string>>;
  logged: string[];
};

/** Opens a portal. Tests use `openPortal` or the fixture `portal` instead. */
export async function startPortal(env: Record<string, string> = {}, batchLimits?: BatchLimits) {
  const folder = await mkdtemp(join(fastTempFolder, 'portal-test-'));
  const database = await openTestDatabase(folder, batchLimits);
  const { db } = database;
  const logged: string[] = [];
  const config = readConfig({
    DATA_DIR: folder,
    TIME_ZONE: 'Asia/Karachi',
    PORT: '0',
    // Require little free space, because test machines may have small disks.
    MIN_FREE_MB: '1',
    ...env,
  });
  const level = env.LOG_LEVEL ?? 'warn';
  const log = createLogger(level, { write: (line: string) => logged.push(line) });
  let now = startOfTests;
  const clock = () => new Date(now);
  const files = await openFileStore(config.files);
  const content = await openContent(db, config, { isShipped: !env.CONTENT_DIR, now: clock() });
  const services: Services = { db, files, clock, config, content, log, mail: { wake: () => {} } };
  const adminId = await insertUser(
    { trx: db, now: clock() },
    { name: 'The Admin', email: 'admin@university.test', role: 'admin', passwordHash },
  );
  const app = await buildApp(services);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const visitor = new ApiCaller(url);
  const logInAs = async (userId: string) => {
    const { token } = await openSession(db, userId, clock());
    return new ApiCaller(url, token);
  };
  const portal: Portal = {
    ...services,
    url,
    visitor,
    admin: await logInAs(adminId),
    adminId,
    folder,
    logInAs,
    logged,
    wait: (ms) => {
      now += ms;
    },
    deliver: (transport) => deliver(services, transport),
    snapshot: () => snapshotOf(database, folder),
    digest: (more = {}) => digestOf(database, folder, more),
  };
  const close = async () => {
    const closed = app.close();
    // `app.close` would wait for connections that the test left open.
    app.server.closeAllConnections();
    await closed;
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  const resetClock = () => {
    now = startOfTests;
  };
  return { portal, close, app, database, resetClock };
}

async function openContent(
  db: Db,
  config: Config,
  { isShipped, now }: { isShipped: boolean; now: Date },
) {
  const contentFiles = isShipped
    ? shippedContent
    : await loadContentAndPictures(config.contentDir, config.timeZone);
  const refreshConfig = createConfigRefresh(config);
  await refreshConfig(db);
  return initialisePortalContent(db, contentFiles, config, now, refreshConfig);
}

async function deliver(
  services: Services,
  transport: EmailTransport = { send: async () => {}, close: () => {} },
) {
  const sharedTransport = { ...transport, close: () => {} };
  const emailWorker = startEmailWorker(services, sharedTransport, (email) =>
    decideEmailDelivery(services.db, email, services.content.department.office.email),
  );
  emailWorker.wake();
  const sent = await emailWorker.idle();
  await emailWorker.stop();
  return sent;
}

const writesInAudit = `select * from audit_entries left join audit_repetitions on entry_id = id
  where action not in ('login-refused', 'password-change-refused', 'document-opened')`;

async function snapshotOf({ db, readTables }: TestDatabase, folder: string) {
  const rows = await readTables();
  const entries = sql.raw(`${writesInAudit} order by sequence`).execute(db);
  rows.audit = (await entries).rows;
  rows.files = await filesIn(folder);
  return rows;
}

async function digestOf(
  { digest }: TestDatabase,
  folder: string,
  more: Record<string, string>,
): Promise<Record<string, string>> {
  const digests = await digest({ ...rowQueriesByTable, audit: writesInAudit, ...more });
  return { ...digests, files: JSON.stringify(await filesIn(folder)) };
}

async function filesIn(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, 'files'), { recursive: true }).catch(() => []);
  return files.toSorted();
}
