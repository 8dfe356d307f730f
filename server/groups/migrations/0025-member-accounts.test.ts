import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { openDatabase } from '#server/backup/places.ts';
import { contestedMemberCondition } from '#server/db/contested.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addGroups } from '#server/test/records/groups.ts';

const day = (number: number) => `2027-01-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const domain = '@university.test';

async function openFormer(portal: Portal) {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0024-group-search');
  const ids = new Map<string, string>();
  const idOf = (name: string) => ids.get(name) ?? null;

  const entry = (name: string, at: string, action: string, detail: string) => {
    const subject = { subject_kind: 'user', subject_id: idOf(name), subject_name: name } as const;
    const values = { id: randomUUID(), at, action: action as never, ...subject, detail };
    return db
      .insertInto('audit_entries')
      .values({ ...values, search_key: '' })
      .execute();
  };
  return {
    db,
    idOf,
    /** Adds an account: `made` by an admin, or by sign-up with a `confirmed` or `unconfirmed` address. */
    async account(name: string, local: string, how: 'made' | 'confirmed' | 'unconfirmed' = 'made') {
      const id = randomUUID();
      ids.set(name, id);
      const email = `${local}${domain}`;
      const user = { id, name, name_key: name.toLowerCase(), email, password_hash: '' };
      await db
        .insertInto('users')
        .values({
          ...user,
          role: 'student',
          created_at: day(1),
          email_confirmed_at: how === 'unconfirmed' ? null : day(1),
        })
        .execute();
      const detail = how === 'made' ? 'as student, by an admin' : 'signed up as a student';
      await entry(name, day(1), 'account-made', detail);
      if (how === 'confirmed') await entry(name, day(1), 'account-confirmed', 'by a link');
    },
    /** Changes an account's address. If `isNoted`, stores the account in `left_by` of members with the old address. */
    async moveAccount(name: string, from: string, to: string, on: number, isNoted = true) {
      const email = `${to}${domain}`;
      await db
        .updateTable('users')
        .set({ email, email_confirmed_at: day(on) })
        .where('id', '=', idOf(name))
        .execute();
      const detail = `email: ${from}${domain} → ${email}`;
      await entry(name, day(on), 'account-changed', detail);
      await entry(name, day(on), 'account-confirmed', 'the admin vouches for the address');
      if (isNoted) await setLeftBy(db, `${from}${domain}`, idOf(name));
    },
    async moveMember(name: string, to: string, by: string) {
      const row = db.selectFrom('members').select('email').where('id', '=', idOf(name));
      const { email } = await row.executeTakeFirstOrThrow();
      await setLeftBy(db, email, idOf(by));
      await db
        .updateTable('members')
        .set({ email: `${to}${domain}` })
        .where('id', '=', idOf(name))
        .execute();
    },
    async member(name: string, local: string, changes: { deleted?: true; closed?: true } = {}) {
      const [id, groupId] = [randomUUID(), randomUUID()];
      ids.set(name, id);
      ids.set(`group of ${name}`, groupId);
      const deleted_at = changes.deleted ? day(3) : null;
      const named = { id: groupId, name: `Group of ${name}`, created_at: day(2), deleted_at };
      await addGroups(db, 1, () => named);
      const columns = { id, group_id: groupId, name, father_name: 'F', phone: '1', roll: name };
      const state = { deleted_at, closed_at: changes.closed ? day(3) : null };
      await db
        .insertInto('members')
        .values({ ...columns, ...state, position: 1, roll_key: name, email: `${local}${domain}` })
        .execute();
    },
    async migrated() {
      await migrate(db);
      const rows = await db
        .selectFrom('members')
        .leftJoin('users', 'users.id', 'members.user_id')
        .select(['members.name', 'members.email', 'users.name as account'])
        .execute();
      const contested = db.selectFrom('members').select('name').where(contestedMemberCondition);
      const names = new Set((await contested.execute()).map(({ name }) => name));
      return Object.fromEntries(
        rows.map(({ name, email, account }) => [
          name,
          `${email.replace(domain, '')}, ${account ?? (names.has(name) ? 'contested' : 'nobody')}`,
        ]),
      );
    },
  };
}

const setLeftBy = (db: Db, email: string, left_by: string | null) =>
  db.updateTable('members').set({ left_by }).where('email', '=', email).execute();

describe('the migration that links memberships to accounts', () => {
  test('links each membership to the confirmed account with its email, even in closed cohorts and in the bin', async ({
    portal,
  }) => {
    const former = await openFormer(portal);
    await former.account('Ayesha', 'ayesha', 'confirmed');
    await former.account('Bilal', 'bilal', 'unconfirmed');
    await former.member('open', 'ayesha');
    await former.member('closed', 'ayesha', { closed: true });
    await former.member('binned', 'ayesha', { deleted: true });
    await former.member('unconfirmed', 'bilal');
    await former.member('invited', 'hira');
    expect(await former.migrated()).toEqual({
      open: 'ayesha, Ayesha',
      closed: 'ayesha, Ayesha',
      binned: 'ayesha, Ayesha',
      unconfirmed: 'bilal, nobody',
      invited: 'hira, nobody',
    });
    const claims = await former.db.selectFrom('claimed_emails').select(['email']).execute();
    expect(claims).toEqual([{ email: `ayesha${domain}` }]);
    await former.db.destroy();
  });

  test('links a membership to the account that formerly had its address, if no other account ever had it, and updates the email in an open cohort', async ({
    portal,
  }) => {
    const former = await openFormer(portal);
    await former.account('Ayesha', 'ayesha');
    await former.member('open', 'ayesha');
    await former.member('closed', 'ayesha', { closed: true });
    await former.moveAccount('Ayesha', 'ayesha', 'ayesha.khan', 5);
    await former.account('Bilal', 'bilal', 'confirmed');
    await former.member('returned', 'bilal');
    await former.moveAccount('Bilal', 'bilal', 'b', 5);
    await former.moveAccount('Bilal', 'b', 'bilal', 6);
    expect(await former.migrated()).toEqual({
      open: 'ayesha.khan, Ayesha',
      closed: 'ayesha, Ayesha',
      returned: 'bilal, Bilal',
    });
    const { db } = former;
    const claims = await db.selectFrom('claimed_emails').select('email').execute();
    expect(claims.map(({ email }) => email.replace(domain, '')).toSorted()).toEqual([
      'ayesha',
      'ayesha.khan',
      'b',
      'bilal',
    ]);
    const changes = await db.selectFrom('changes').select(['field', 'value_to']).execute();
    expect(changes).toEqual([{ field: 'email', value_to: `ayesha.khan${domain}` }]);
    const groups = db.selectFrom('groups').select('search_key').where('name', '=', 'Group of open');
    expect((await groups.executeTakeFirstOrThrow()).search_key).toContain('ayesha.khan@');
    await db.destroy();
  });

  test('marks a membership as contested if it is not certain which account it belongs to', async ({
    portal,
  }) => {
    const former = await openFormer(portal);
    await former.account('Ayesha', 'ayesha');
    await former.member('taken', 'ayesha', { closed: true });
    await former.moveAccount('Ayesha', 'ayesha', 'a', 5);
    await former.account('Second', 'ayesha');
    // Bilal's old address belonged to a third account for some time.
    await former.account('Bilal', 'bilal');
    await former.member('passed on', 'bilal');
    await former.moveAccount('Bilal', 'bilal', 'b', 5);
    await former.account('Third', 'bilal');
    await former.moveAccount('Third', 'bilal', 'third', 6);
    // An admin changed the address of a member, either to correct it or to name another student.
    await former.account('Hira', 'hira');
    await former.member('corrected', 'hira');
    await former.moveMember('corrected', 'hira.ali', 'Hira');
    // An admin corrected the address of an account that had never confirmed it.
    await former.account('Stranger', 'usman', 'unconfirmed');
    await former.member('unconfirmed', 'usman');
    await former.moveAccount('Stranger', 'usman', 'stranger', 5);
    await former.account('Zara', 'zara');
    await former.member('first', 'zara');
    await former.moveAccount('Zara', 'zara', 'z', 5);
    await former.member('second', 'z');
    // Earlier versions did not store the former account in the member row.
    await former.account('Early', 'early');
    await former.member('unnoted', 'early', { closed: true });
    await former.moveAccount('Early', 'early', 'e', 5, false);
    await former.account('Late', 'early');
    expect(await former.migrated()).toEqual({
      taken: 'ayesha, contested',
      'passed on': 'bilal, contested',
      corrected: 'hira.ali, contested',
      unconfirmed: 'usman, contested',
      first: 'zara, contested',
      second: 'z, Zara',
      unnoted: 'early, contested',
    });
    await former.db.destroy();
  });
});
