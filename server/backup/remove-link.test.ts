import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { forgotPassword } from '#contract/account.ts';
import { sendEmailAgain } from '#contract/admin/undelivered-emails.ts';
import { migrate } from '#server/db/migrate.ts';
import { erasedEmailText, withheldEmailText } from '#server/mail/outbox.ts';
import {
  backUpDataLocation,
  createBackupArchive,
  createEmptyDataLocation,
  listDatabaseKinds,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { openDatabase, withDatabase } from './places.ts';
import { restoreBackup } from './restore.ts';

const email = 'admin@university.test';
const plainText = async (path: string) => gunzipSync(await readFile(path)).toString();

async function restoreTo(portal: Portal, path: string, database: 'sqlite' | 'postgres') {
  const place = await createEmptyDataLocation(portal, database);
  await restoreBackup(place, path);
  const emails = await withDatabase(place, (db) => db.selectFrom('emails').selectAll().execute());
  return { place, emails };
}

describe('an email with a one-use link', () => {
  test('is backed up without the link and not sent after a restore', async ({ portal }) => {
    await portal.visitor.call(forgotPassword, { body: { email } });
    const [queued] = await portal.db.selectFrom('emails').selectAll().execute();
    const token = /#reset=(\S+)/.exec(queued?.text_body ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    const { path } = await createBackupArchive(portal);
    expect(await plainText(path)).not.toContain(token);
    for (const database of listDatabaseKinds(portal)) {
      const { emails } = await restoreTo(portal, path, database);
      const takenAt = portal.clock().toISOString();
      const why = expect.stringContaining('backups contain no links');
      const gone = { text_body: withheldEmailText, html_body: withheldEmailText };
      expect(emails).toEqual([{ ...queued, ...gone, failed_at: takenAt, last_error: why }]);
    }
    expect(await portal.db.selectFrom('emails').selectAll().execute()).toEqual([queued]);
    expect(await portal.deliver()).toBe(1);
  });

  test('cannot be retried after a restore, and the error tells the admin to request a new link', async ({
    portal,
  }) => {
    await portal.visitor.call(forgotPassword, { body: { email } });
    const gone = { text_body: withheldEmailText, html_body: withheldEmailText };
    const failed_at = portal.clock().toISOString();
    await portal.db
      .updateTable('emails')
      .set({ ...gone, failed_at })
      .execute();
    const { id } = await portal.db.selectFrom('emails').select('id').executeTakeFirstOrThrow();
    const refusal = await expectRefusal(portal, portal.admin, sendEmailAgain, {
      params: { emailId: id },
    });
    expect(refusal).toMatchObject({ status: 404 });
    expect(JSON.stringify(refusal)).toContain('Request a new link');
  });

  test('is backed up unchanged after it has been sent, because its text has already been erased', async ({
    portal,
  }) => {
    await portal.visitor.call(forgotPassword, { body: { email } });
    await portal.deliver();
    const [queued] = await portal.db.selectFrom('emails').selectAll().execute();
    expect(queued?.text_body).toBe(erasedEmailText);
    const { path } = await createBackupArchive(portal);
    const { emails } = await restoreTo(portal, path, listDatabaseKinds(portal)[0]);
    expect(emails).toEqual([queued]);
  });

  test('is recognised by its text and backed up without the link if the database is from an earlier version', async ({
    portal,
  }) => {
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      const db = openDatabase(place);
      await migrate(db, '0005-one-time-passwords');
      const at = portal.clock().toISOString();
      for (const [id, link] of [
        ['00000000-0000-4000-8000-000000000001', 'https://fyp.test/login#reset=s3cret-token'],
        ['00000000-0000-4000-8000-000000000002', 'https://fyp.test/student'],
      ]) {
        await sql`
          insert into letters (id, message_id, recipient, subject, text_body, html_body, queued_at, next_attempt_at)
          values (${id}, ${`<${id}@fyp.test>`}, ${email}, 'Subject', ${link}, ${link}, ${at}, ${at})
        `.execute(db);
      }
      await db.destroy();
      const path = join(portal.folder, `${database}.backup`);
      await backUpDataLocation(portal, place, path);
      const inside = await plainText(path);
      expect(inside).not.toContain('s3cret-token');
      expect(inside).toContain('https://fyp.test/student');
    }
  });
});
