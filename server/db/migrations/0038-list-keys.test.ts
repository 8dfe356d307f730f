import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { toNameKey } from '#contract/values/text.ts';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { findStaleSearchKeys } from '#server/test/faults/stale-keys.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';

const texts = ['Ayşe Müller', 'علي رضا', 'GROẞ', 'Samina Rafiq'];
const entries = 1200;

test('migration 0038 fills every search and sort key, even in closed cohorts and in the audit trail', async ({
  portal,
}) => {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0035-name-keys');
  const at = '2027-01-01T10:00:00.000Z';
  const cohort = {
    id: randomUUID(),
    name: '2026',
    code: '2026',
    code_key: '2026',
    name_key: '2026',
  };
  await db
    .insertInto('cohorts')
    .values({ ...cohort, created_at: at })
    .execute();
  for (const [index, name] of texts.entries()) {
    const user = {
      id: randomUUID(),
      name,
      name_key: toNameKey(name),
      email: `u${index}@university.test`,
    };
    await db
      .insertInto('users')
      .values({ ...user, password_hash: '', role: 'faculty', created_at: at })
      .execute();
    const group = { id: randomUUID(), name, name_key: name, cohort_id: cohort.id };
    await db
      .insertInto('groups')
      .values({
        ...group,
        program: 'BSCS',
        session_year: 2027,
        number: index,
        title: name,
        category: 'IOT',
        supervisor: name,
        supervisor_key: name,
        submission_hash: '',
        viva_revision: 0,
        version: 1,
        created_at: at,
        changed_at: at,
        search_key: `${name}\n${name}\n${name}`.toLowerCase(),
      })
      .execute();
    const email = { id: randomUUID(), message_id: name, recipient: 'a@university.test' };
    await db
      .insertInto('emails')
      .values({
        ...email,
        subject: name,
        text_body: '',
        html_body: '',
        group_id: group.id,
        queued_at: at,
        next_attempt_at: at,
        attempts: 0,
      })
      .execute();
  }
  for (let from = 0; from < entries; from += 100) {
    const rows = Array.from({ length: 100 }, (_, index) => {
      const name = `${texts[index % texts.length]} ${from + index}`;
      return {
        id: randomUUID(),
        at,
        action: 'group-changed' as const,
        subject_kind: 'group' as const,
        subject_name: name,
        detail: '',
        search_key: name.toLowerCase(),
      };
    });
    await db.insertInto('audit_entries').values(rows).execute();
  }
  await db.updateTable('cohorts').set({ closed_at: at }).execute();
  await migrate(db);
  expect(await findStaleSearchKeys(db)).toEqual([]);
  const rewritten = db.updateTable('audit_entries').set({ search_key: '' }).execute();
  await expect(rewritten).rejects.toThrow(/only ever added to/);
  const ofClosed = db.updateTable('groups').set({ title: '' }).execute();
  await expect(ofClosed).rejects.toThrow(/closed/);
  await db.destroy();
});
