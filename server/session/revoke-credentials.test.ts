import { describe, expect } from 'vitest';
import { changePassword, forgotPassword, resetPassword } from '#contract/account.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { saveNoticeSetting } from '#contract/messages/notices.ts';
import { login } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { allTableDeclarations, type TableName, tableNames } from '#server/db/schema.ts';
import {
  type CredentialEvent,
  credentialEvents,
  type TableDeclaration,
} from '#server/db/tables.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { createTestUser, removeEmailConfirmation, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { endAllSessions, endSessions, resetAdminPassword } from '#server/users/admin-commands.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { listRevokedTables } from './revoke-credentials.ts';
import { hashToken } from './tokens.ts';

const password = 'another long passphrase';
const secretColumn = /(?:^|_)(?:token|hash|secret|password|passphrase|otp)$/;
/** Columns whose names match, but whose values open nothing. */
const harmless = ['groups.submission_hash', 'users.password_hash'];

const getDeclaration = (name: string): TableDeclaration | undefined =>
  (allTableDeclarations as Record<string, TableDeclaration>)[name];

const credentialTables = tableNames.filter((name) =>
  Array.isArray(getDeclaration(name)?.revokedBy),
);

/** Gives a user one row in each table that an event can revoke. */
async function createUserWithCredentials(portal: Portal, role: 'student' | 'admin') {
  const user = await createTestUser(portal, role);
  await portal.visitor.call(login, { body: { email: user.email, password: testUserPassword } });
  const { url } = await user.caller.call(makeCalendar);
  await portal.visitor.call(forgotPassword, { body: { email: user.email } });
  const created_at = portal.clock().toISOString();
  const unsubscribe = { token_hash: hashToken(user.userId), user_id: user.userId, created_at };
  await portal.db
    .insertInto('unsubscribe_tokens')
    .values({ ...unsubscribe, kind: 'digest' })
    .execute();
  await user.caller.call(saveNoticeSetting, {
    params: { kind: 'discussion' },
    body: { delivery: 'off' },
  });
  return { ...user, calendarPath: new URL(url).pathname };
}

async function listRemaining({ db }: Portal, { userId }: Pick<TestUser, 'userId'>) {
  const remaining: TableName[] = [];
  for (const table of credentialTables) {
    const rows = await db
      .selectFrom(table as 'sessions')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    if (rows.length > 0) remaining.push(table);
  }
  return remaining;
}

type Action = {
  event: CredentialEvent;
  /** Tables in which the action leaves or creates rows. */
  except?: readonly TableName[];
  run: (portal: Portal, user: TestUser) => Promise<unknown>;
};
const edit =
  (body: object) =>
  (portal: Portal, { userId }: TestUser) =>
    portal.admin.call(updateUser, { params: { userId }, body });

const actions: Record<string, Action> = {
  'the user changes their password': {
    event: 'password-changed',
    // The session that changes the password stays, and its device becomes known.
    except: ['sessions', 'known_devices'],
    run: (_, { caller }) =>
      caller.call(changePassword, { body: { current: testUserPassword, password } }),
  },
  'the user sets a password with a link': {
    event: 'password-changed',
    except: ['known_devices'],
    run: async (portal, { email }) => {
      const [token = ''] = await listEmailLinks(portal, email);
      await portal.visitor.call(resetPassword, { body: { token, password } });
    },
  },
  'an admin sets a password': { event: 'password-changed', run: edit({ password }) },
  'an operator resets an admin’s password': {
    event: 'password-changed',
    run: (portal, { email }) => resetAdminPassword(portal, email),
  },
  'an admin blocks the account': { event: 'blocked', run: edit({ blocked: true }) },
  'an admin changes the role': { event: 'role-changed', run: edit({ role: 'faculty' }) },
  'an admin changes the email': {
    event: 'email-changed',
    run: edit({ email: 'elsewhere@university.test' }),
  },
  'an admin confirms the account': {
    event: 'confirmed',
    // The invitation is a link.
    except: ['one_use_links'],
    run: async (portal, user) => {
      await removeEmailConfirmation(portal.db, user.userId);
      await edit({ confirmed: true })(portal, user);
    },
  },
  'an operator ends the sessions': {
    event: 'sessions-ended',
    run: (portal, { email }) => endSessions(portal, email),
  },
};

describe('the credentials of an account', () => {
  test.for(Object.entries(actions))(
    'are revoked as declared when %s',
    async ([, action], { portal }) => {
      const role = action.event === 'role-changed' ? 'student' : 'admin';
      const user = await createUserWithCredentials(portal, role);
      const neighbour = await createUserWithCredentials(portal, role);
      expect(await listRemaining(portal, user)).toEqual(credentialTables);
      await action.run(portal, user);
      const revoked = listRevokedTables(action.event);
      const expectedTables = credentialTables.filter(
        (table) => !revoked.includes(table) || action.except?.includes(table),
      );
      expect(await listRemaining(portal, user)).toEqual(expectedTables);
      expect(await listRemaining(portal, neighbour)).toEqual(credentialTables);
      const { status } = await portal.visitor.fetch(user.calendarPath);
      expect(status).toBe(revoked.includes('calendars') ? 404 : 200);
      expect((await portal.visitor.fetch(neighbour.calendarPath)).status).toBe(200);
    },
  );

  test('are revoked for all accounts when an operator ends all sessions', async ({ portal }) => {
    const users = [
      await createUserWithCredentials(portal, 'student'),
      await createUserWithCredentials(portal, 'admin'),
    ];
    await endAllSessions(portal);
    const revoked = listRevokedTables('sessions-ended');
    for (const user of users) {
      const expectedTables = credentialTables.filter((table) => !revoked.includes(table));
      expect(await listRemaining(portal, user)).toEqual(expectedTables);
    }
  });

  test('are revoked by a password change, even if the calendar URL is created at the same time', async ({
    portal,
  }) => {
    const user = await createTestUser(portal);
    const intruder = await portal.logInAs(user.userId);
    await Promise.all([
      user.caller.call(changePassword, { body: { current: testUserPassword, password } }),
      ...Array.from({ length: 5 }, () => intruder.request(makeCalendar)),
    ]);
    const calendars = portal.db.selectFrom('calendars').select('user_id');
    expect(await calendars.where('user_id', '=', user.userId).execute()).toEqual([]);
  });
});

describe('the declaration of a table', () => {
  test('says which events revoke its rows if a column contains a secret', async ({ portal }) => {
    const tables = await portal.db.introspection.getTables();
    const secret = tables.flatMap(({ name, columns }) =>
      columns
        .map((column) => `${name}.${column.name}`)
        .filter((column) => secretColumn.test(column) && !harmless.includes(column)),
    );
    expect(secret.length).toBeGreaterThan(4);
    const undeclared = secret.filter(
      (column) => getDeclaration(column.split('.')[0] ?? '')?.revokedBy === undefined,
    );
    expect(undeclared).toEqual([]);
  });

  test('names the events that revoke its rows, by the column user_id and after sessions', async ({
    portal,
  }) => {
    const devices = ['sessions', 'calendars', 'one_use_links', 'known_devices'];
    const byEvent: Record<CredentialEvent, string[]> = {
      'password-changed': devices,
      blocked: devices,
      'role-changed': devices,
      'email-changed': ['unsubscribe_tokens', 'one_use_links'],
      'sessions-ended': ['sessions', 'calendars', 'known_devices'],
      confirmed: ['sessions', 'calendars', 'notice_settings', 'one_use_links', 'known_devices'],
    };
    const tables = await portal.db.introspection.getTables();
    for (const event of credentialEvents) {
      const revoked = listRevokedTables(event);
      expect(revoked, event).toEqual(byEvent[event]);
      for (const table of revoked) {
        const columns = tables.find(({ name }) => name === table)?.columns ?? [];
        expect(columns.map(({ name }) => name)).toContain('user_id');
      }
    }
  });
});
