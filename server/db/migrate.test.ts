import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { Role } from '#contract/values/roles.ts';
import { listTables, openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { erasedEmailText } from '#server/mail/outbox.ts';
import { createUndeliverableEmail } from '#server/test/emails.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';

describe('migrate', () => {
  test('leaves no tables behind when it fails, and can be retried', async ({ portal }) => {
    const database = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
    const db = openDatabase(await createEmptyDataLocation(portal, database));
    try {
      await db.schema.createTable('letters').addColumn('in_the_way', 'text').execute();
      await expect(migrate(db)).rejects.toThrow('letters');
      expect(await listTables(db)).toEqual(['letters']);
      await db.schema.dropTable('letters').execute();
      await migrate(db);
      expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
    } finally {
      await db.destroy();
    }
  });

  test('erases the bodies of sent emails that contain one-time links (migration 0007), but no other bodies', async ({
    portal,
  }) => {
    const database = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
    const db = openDatabase(await createEmptyDataLocation(portal, database));
    try {
      await migrate(db, '0005-one-time-passwords');
      const now = portal.clock();
      const sent_at = now.toISOString();
      const text = (body: string) => ({ text_body: body, html_body: `<p>${body}</p>` });
      const emails = {
        'sent-reset': { ...text('https://a.test/login#reset=token'), sent_at },
        'sent-confirm': { ...text('https://a.test/login#confirm=token'), sent_at },
        'waiting-reset': text('https://a.test/login#reset=token'),
        'sent-marks': { ...text('Your marks: 7 of 10'), sent_at },
      };
      for (const [name, changes] of Object.entries(emails)) {
        await createUndeliverableEmail(db, `${name}@university.test`, now, changes, 'letters');
      }
      await migrate(db);
      const rows = await db
        .selectFrom('emails')
        .select(['recipient', 'text_body', 'html_body', 'carries_link'])
        .orderBy('recipient')
        .execute();
      const emptied = { text_body: erasedEmailText, html_body: erasedEmailText };
      expect(rows).toEqual([
        { recipient: 'sent-confirm@university.test', ...emptied, carries_link: 1 },
        {
          recipient: 'sent-marks@university.test',
          ...text('Your marks: 7 of 10'),
          carries_link: 0,
        },
        { recipient: 'sent-reset@university.test', ...emptied, carries_link: 1 },
        {
          recipient: 'waiting-reset@university.test',
          ...text('https://a.test/login#reset=token'),
          carries_link: 1,
        },
      ]);
    } finally {
      await db.destroy();
    }
  });

  test('links groups to staff accounts by name (migration 0010), and does not list mere examiners as supervisors', async ({
    portal,
  }) => {
    const database = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
    const db = openDatabase(await createEmptyDataLocation(portal, database));
    try {
      await migrate(db, '0007-links');
      const now = portal.clock().toISOString();
      const roles = { Ayesha: 'faculty', Bilal: 'faculty', Hira: 'faculty', Other: 'faculty' };
      const users = Object.entries({ ...roles, Usman: 'student', Zara: 'admin' }).map(
        ([name, role]) => ({
          id: randomUUID(),
          name,
          name_key: name.toLowerCase(),
          email: `${name.toLowerCase()}@university.test`,
          password_hash: '',
          role: role as Role,
          created_at: now,
        }),
      );
      await db.insertInto('users').values(users).execute();
      const named: [string, string | null][] = [
        ['AYESHA', 'bilal'],
        ['other', null],
        ['usman', 'zara'],
        ['ayesha', 'Nobody'],
      ];
      for (const [index, [supervisor, external_examiner]] of named.entries()) {
        await db
          .insertInto('groups')
          .values({
            id: randomUUID(),
            name: `Group ${index}`,
            number: index,
            session_year: 2027,
            program: 'BSCS',
            title: 'T',
            category: 'IOT',
            submission_hash: '',
            supervisor,
            supervisor_key: supervisor.toLowerCase(),
            external_examiner,
            external_examiner_key: external_examiner?.toLowerCase() ?? null,
            created_at: now,
            changed_at: now,
            version: 1,
            viva_revision: 0,
          })
          .execute();
      }
      await migrate(db);
      const bound = await db
        .selectFrom('groups')
        .leftJoin('users as s', 's.id', 'groups.supervisor_id')
        .leftJoin('users as e', 'e.id', 'groups.external_examiner_id')
        .select(['s.name as supervisor', 'e.name as examiner'])
        .orderBy('groups.number')
        .execute();
      expect(bound).toEqual([
        { supervisor: 'Ayesha', examiner: 'Bilal' },
        { supervisor: null, examiner: null },
        { supervisor: null, examiner: null },
        { supervisor: 'Ayesha', examiner: null },
      ]);
      const supervising = db.selectFrom('users').select('name').where('supervises', '=', 1);
      // Bilal is only an examiner. Hira has no groups yet but can already be chosen as a supervisor.
      expect((await supervising.orderBy('name').execute()).map(({ name }) => name)).toEqual([
        'Ayesha',
        'Hira',
        'Other',
      ]);
      const twin = { ...users[0], id: randomUUID(), email: 'twin@university.test' };
      await db
        .insertInto('users')
        .values(twin as (typeof users)[number])
        .execute();
    } finally {
      await db.destroy();
    }
  });
});
