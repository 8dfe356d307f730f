import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test as base } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loadContent } from '#server/content/load-content.ts';
import { type Db, tableFacts, tableNames } from '#server/db/tables.ts';
import { openLog } from '#server/http/log/log.ts';
import { startEmailWorker } from '#server/mail/email-worker.ts';
import type { Transport } from '#server/mail/outbox.ts';
import { prepareContent } from '#server/prepare-content.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { openFiles } from '#server/storage/open-files.ts';
import { addUser } from '#server/users/add-user.ts';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { openDatabase } from './database.ts';

const shippedContent = loadContent(resolve(import.meta.dirname, '../../content'), 'Asia/Karachi');
/** Hashed once, which keeps the suite quick. */
export const passwordHash = await hashPassword(password);

/** The real app on a fresh database and folder, listening on a free port of loopback. */
export type Portal = Services & {
  url: string;
  visitor: Caller;
  admin: Caller;
  adminId: string;
  folder: string;
  enter(userId: string): Promise<Caller>;
  wait(ms: number): void;
  /** Through the transport given, else as if sent. */
  deliver(transport?: Transport): Promise<number>;
  /** All that a refusal must leave as it was. */
  snapshot(): Promise<Record<string, unknown[]>>;
  logged: string[];
};

export const test = base.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from this pattern.
  portal: async ({}, use) => {
    const { portal, close } = await openPortal();
    await use(portal);
    await close();
  },
});

export async function openPortal(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(whereWritingIsQuick, 'portal-test-'));
  const { db, close: closeDatabase } = await openDatabase(folder);
  const logged: string[] = [];
  const config = readConfig({
    DATA_DIR: folder,
    TIME_ZONE: 'Asia/Karachi',
    PORT: '0',
    // A test machine may have little space.
    MIN_FREE_MB: '1',
    ...env,
  });
  const level = env.LOG_LEVEL ?? 'warn';
  const log = openLog(level, { write: (line: string) => logged.push(line) });
  let now = Date.parse('2027-01-15T10:00:00.000Z');
  const clock = () => new Date(now);
  const files = await openFiles(config);
  const contentFiles = env.CONTENT_DIR
    ? loadContent(config.contentDir, config.timeZone)
    : shippedContent;
  const content = await prepareContent(db, contentFiles, config.timeZone, clock());
  const services: Services = { db, files, clock, config, content, log, mail: { wake: () => {} } };
  const adminId = await addUser(
    db,
    { name: 'The Admin', email: 'admin@university.test', role: 'admin', passwordHash },
    clock(),
  );
  const app = await buildApp(services);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const visitor = new Caller(url);
  const enter = async (userId: string) => {
    const { token } = await openSession(db, userId, clock());
    return new Caller(url, token);
  };
  const portal: Portal = {
    ...services,
    url,
    visitor,
    admin: await enter(adminId),
    adminId,
    folder,
    enter,
    logged,
    wait: (ms) => {
      now += ms;
    },
    deliver: (transport) => deliver(services, transport),
    snapshot: () => snapshotOf(db, folder),
  };
  const close = async () => {
    const closed = app.close();
    // Closing waits for a connection that a test has just used.
    app.server.closeAllConnections();
    await closed;
    await closeDatabase();
    await rm(folder, { recursive: true, force: true });
  };
  return { portal, close };
}

async function deliver(
  { db, clock, log, config }: Services,
  transport: Transport = { send: async () => {}, close: () => {} },
) {
  const kept = { ...transport, close: () => {} };
  const emailWorker = startEmailWorker(db, kept, clock, log, config);
  emailWorker.wake();
  const sent = await emailWorker.idle();
  await emailWorker.stop();
  return sent;
}

async function snapshotOf(db: Db, folder: string) {
  const rows: Record<string, unknown[]> = {};
  for (const table of tableNames) {
    if (!tableFacts[table].isRecord) continue;
    const found: unknown[] = await db.selectFrom(table).selectAll().execute();
    // In PostgreSQL a rewritten row changes its place. Written as text once, not at each comparison.
    const texts = found.map((row) => ({ row, text: JSON.stringify(row) }));
    rows[table] = texts.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ row }) => row);
  }
  const entries = db
    .selectFrom('audit_entries')
    .selectAll()
    // Recorded of refusals and of reads too.
    .where('action', 'not in', ['login-refused', 'password-change-refused', 'document-opened'])
    .orderBy('sequence');
  rows.audit = await entries.execute();
  // Without the folder files are elsewhere, and the test looks there.
  const files = await readdir(join(folder, 'files'), { recursive: true }).catch(() => []);
  rows.files = files.toSorted();
  return rows;
}
