import { describe, expect } from 'vitest';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { recordFailedLogin } from './refused-logins.ts';

const here = { address: '192.0.2.7', requestId: 'one' };
const there = { address: '192.0.2.8', requestId: 'two' };
const email = 'nobody@university.test';

async function refuse(
  { db, clock }: Portal,
  times: number,
  { origin = here, user }: { origin?: typeof here; user?: { userId: string; name: string } } = {},
) {
  const account = user && { id: user.userId, name: user.name, email };
  for (let time = 0; time < times; time += 1) {
    await recordFailedLogin(db, { email, origin, now: clock() }, account, 'wrong password');
  }
}

const listRecorded = async ({ db }: Portal, address = here.address) =>
  db
    .selectFrom('audit_entries')
    .select(['subject_id', 'detail'])
    .where('action', '=', 'login-refused')
    .where('address', '=', address)
    .orderBy('at')
    .execute();

describe('audit entries for failed logins', () => {
  test('are limited to 100 per hour, and the last entry states that the limit was reached', async ({
    portal,
  }) => {
    await refuse(portal, 103);
    const details = (await listRecorded(portal)).map(({ detail }) => detail);
    const last = 'wrong password; further ones are not kept for an hour';
    expect(details.toSorted()).toEqual([...Array(99).fill('wrong password'), last]);
    portal.wait(3_600_001);
    await refuse(portal, 1);
    expect(await listRecorded(portal)).toHaveLength(101);
  });

  test('are limited separately for each IP address', async ({ portal }) => {
    await refuse(portal, 100);
    await refuse(portal, 1, { origin: there });
    expect(await listRecorded(portal, there.address)).toHaveLength(1);
  });

  test('are limited separately for each existing account and for all unknown accounts together', async ({
    portal,
  }) => {
    const [blockedUser, other] = [await createTestUser(portal), await createTestUser(portal)];
    await refuse(portal, 100, { user: blockedUser });
    await refuse(portal, 1, { user: other });
    await refuse(portal, 1);
    const ids = (await listRecorded(portal)).map(({ subject_id }) => subject_id);
    expect(ids.filter((id) => id !== blockedUser.userId).toSorted()).toEqual(
      [null, other.userId].toSorted(),
    );
  });

  test('are limited independently of other audit entries from the same IP address', async ({
    portal,
  }) => {
    const { db, clock } = portal;
    for (let time = 0; time < 100; time += 1) {
      const subject = { kind: 'user', id: null, name: email } as const;
      await recordAuditEntry({ trx: db, now: clock() }, { action: 'logged-in', by: here, subject });
    }
    await refuse(portal, 1);
    expect(await listRecorded(portal)).toHaveLength(1);
  });
});
