import { describe, expect, test as plain } from 'vitest';
import {
  confirmEmail,
  forgotPassword,
  register,
  resendConfirmation,
  resetPassword,
} from '#contract/account.ts';
import { findGroup } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  registerStudent,
  testUserPassword,
} from '#tools/test/people.ts';

const test = plain.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of required fixtures from this pattern.
  portal: async ({}, use) => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
    await use(portal);
    await close();
  },
});

async function findToken(portal: Portal, email: string): Promise<string> {
  const message = await portal.db
    .selectFrom('emails')
    .selectAll()
    .where('recipient', '=', email)
    .where('text_body', 'like', '%#confirm=%')
    .orderBy('queued_at', 'desc')
    .executeTakeFirstOrThrow();
  const link = /\/login#confirm=([\w-]+)/.exec(message.text_body);
  expect(message.html_body).toContain(link?.[0]);
  return link?.[1] ?? '';
}

async function createGroupWithMate(portal: Portal) {
  const student = await createTestUser(portal);
  const name = createUniqueName('Mate');
  const mate = { name, email: buildEmailAddress(name) };
  await student.caller.call(submitProposal, { body: buildProposal([student, mate]) });
  return { student, mate };
}

describe('email confirmation', () => {
  test('is required before a user can access the group that lists their email address', async ({
    portal,
  }) => {
    const { mate } = await createGroupWithMate(portal);
    const stranger = await registerStudent(portal.visitor, mate.name);
    const refusal = await expectRefusal(portal, stranger.caller, findGroup, {
      params: { email: mate.email },
    });
    expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
    const reply = await portal.visitor.call(login, {
      body: { email: mate.email, password: testUserPassword },
    });
    expect(reply).not.toHaveProperty('groupId');
  });

  test('grants access to the group, and the link works only once', async ({ portal }) => {
    const { mate } = await createGroupWithMate(portal);
    await registerStudent(portal.visitor, mate.name);
    const token = await findToken(portal, mate.email);
    await portal.visitor.call(confirmEmail, { body: { token, password: testUserPassword } });
    const caller = await portal.visitor.logIn(mate.email, testUserPassword);
    const { member } = await caller.call(findGroup, { params: { email: mate.email } });
    expect(member.email).toBe(mate.email);
    const again = await expectRefusal(portal, portal.visitor, confirmEmail, {
      body: { token, password: testUserPassword },
    });
    expect(again).toMatchObject({ status: 400, code: 'link-over' });
  });

  test('ends the session of a stranger who signed up with the address', async ({ portal }) => {
    const { mate } = await createGroupWithMate(portal);
    const stranger = await registerStudent(portal.visitor, 'A Stranger', mate.email);
    const token = await findToken(portal, mate.email);
    const ownerPassphrase = 'the owner’s passphrase';
    const { email } = await portal.visitor.call(confirmEmail, {
      body: { token, password: ownerPassphrase },
    });
    expect(email).toBe(mate.email);
    const params = { email: mate.email };
    await expect(stranger.caller.call(findGroup, { params })).rejects.toMatchObject({
      code: 'signed-out',
    });
    await expect(portal.visitor.logIn(mate.email, testUserPassword)).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    const owner = await portal.visitor.logIn(mate.email, ownerPassphrase);
    expect((await owner.call(findGroup, { params })).member.email).toBe(mate.email);
  });

  test('fails if the password is missing or too common, and the link stays valid', async ({
    portal,
  }) => {
    const { email } = await registerStudent(portal.visitor);
    const token = await findToken(portal, email);
    for (const body of [{ token }, { token, password: 'password1' }]) {
      expect((await expectRefusal(portal, portal.visitor, confirmEmail, { body })).code).toBe(
        'invalid',
      );
    }
    await portal.visitor.call(confirmEmail, { body: { token, password: testUserPassword } });
  });

  test('sends an email that contains no user input', async ({ portal }) => {
    const name = 'Win 1000 at spam.example now';
    const { email } = await registerStudent(portal.visitor, name, 'victim@university.test');
    await portal.visitor.call(forgotPassword, { body: { email } });
    const emails = await portal.db.selectFrom('emails').selectAll().execute();
    expect(emails).toHaveLength(2);
    for (const { subject, text_body, html_body } of emails) {
      expect(`${subject} ${text_body} ${html_body}`).not.toMatch(/spam|1000/);
    }
  });

  test('fails with a link older than 24 hours', async ({ portal }) => {
    const { email } = await registerStudent(portal.visitor);
    const token = await findToken(portal, email);
    portal.wait(24 * 3_600_000);
    const refusal = await expectRefusal(portal, portal.visitor, confirmEmail, {
      body: { token, password: testUserPassword },
    });
    expect(refusal.code).toBe('link-over');
  });

  test('fails with an old link after a newer link was sent', async ({ portal }) => {
    const { email, caller } = await registerStudent(portal.visitor);
    const earlier = await findToken(portal, email);
    portal.wait(60_000);
    await caller.call(resendConfirmation);
    const refusal = await expectRefusal(portal, portal.visitor, confirmEmail, {
      body: { token: earlier, password: testUserPassword },
    });
    expect(refusal.code).toBe('link-over');
    await portal.visitor.call(confirmEmail, {
      body: { token: await findToken(portal, email), password: testUserPassword },
    });
  });

  test('sends at most one confirmation email a minute', async ({ portal }) => {
    const { caller } = await registerStudent(portal.visitor);
    await caller.call(resendConfirmation);
    await caller.call(resendConfirmation);
    expect((await portal.snapshot()).emails).toHaveLength(1);
  });

  test('sends a link that cannot reset a password, and does not throttle password reset emails', async ({
    portal,
  }) => {
    const { email } = await registerStudent(portal.visitor);
    const token = await findToken(portal, email);
    const another = 'another long passphrase';
    const refusal = await expectRefusal(portal, portal.visitor, resetPassword, {
      body: { token, password: another },
    });
    expect(refusal.code).toBe('link-over');
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toHaveLength(2);
    await portal.visitor.call(confirmEmail, { body: { token, password: testUserPassword } });
  });

  test('sends no further email once the account is confirmed', async ({ portal }) => {
    const { email } = await registerStudent(portal.visitor);
    await portal.visitor.call(confirmEmail, {
      body: { token: await findToken(portal, email), password: testUserPassword },
    });
    portal.wait(60_000);
    const caller = await portal.visitor.logIn(email, testUserPassword);
    await caller.call(resendConfirmation);
    expect((await portal.snapshot()).emails).toHaveLength(1);
  });

  test('is not triggered when an admin changes only the user’s name', async ({ portal }) => {
    const name = createUniqueName('Student');
    const { userId } = await portal.visitor.call(register, {
      body: { name, email: buildEmailAddress(name), password: testUserPassword },
    });
    const change = (body: object) => portal.admin.request(updateUser, { params: { userId }, body });
    expect((await change({ confirmed: 'no' })).status).toBe(400);
    const { user } = (await (await change({ name: createUniqueName('Renamed') })).json()) as {
      user: { confirmedAt: string | null };
    };
    expect(user.confirmedAt).toBeNull();
  });

  test.for(['faculty', 'admin'] as const)(
    'is required before an admin can assign the role %s to a user, unless the admin confirms the account in the same request',
    async (role, { portal }) => {
      const { email, caller } = await registerStudent(portal.visitor);
      const { users } = await portal.admin.call(listUsers, { query: { q: email } });
      const params = { userId: users[0]?._id ?? '' };
      for (const body of [{ role }, { role, email: 'elsewhere@university.test' }]) {
        const refusal = await expectRefusal(portal, portal.admin, updateUser, { params, body });
        expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
        expect(refusal.fields?.role).toContain('Confirm this account’s email first');
      }
      expect((await caller.request(resendConfirmation)).status).toBe(200);
      const { user } = await portal.admin.call(updateUser, {
        params,
        body: { role, confirmed: true },
      });
      expect(user).toMatchObject({ role, confirmedAt: expect.any(String) });
    },
  );

  test('is required before a student can submit a proposal', async ({ portal }) => {
    const student = await registerStudent(portal.visitor);
    const refusal = await expectRefusal(portal, student.caller, submitProposal, {
      body: buildProposal([student]),
    });
    expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
  });

  test('can be done by an admin without the emailed link', async ({ portal }) => {
    const name = createUniqueName('Student');
    const { userId, mustConfirm } = await portal.visitor.call(register, {
      body: { name, email: buildEmailAddress(name), password: testUserPassword },
    });
    expect(mustConfirm).toBe(true);
    const { user } = await portal.admin.call(updateUser, {
      params: { userId },
      body: { confirmed: true },
    });
    expect(user.confirmedAt).not.toBeNull();
  });

  plain('is not required on a local portal without a mail server', async () => {
    const { portal, close } = await openPortal();
    const name = createUniqueName('Student');
    const reply = await portal.visitor.call(register, {
      body: { name, email: buildEmailAddress(name), password: testUserPassword },
    });
    expect(reply.mustConfirm).toBe(false);
    expect((await portal.snapshot()).emails).toEqual([]);
    await close();
  });

  plain(
    'is done by an admin if there is no mail server, and no group is accessible before that',
    async () => {
      const { portal, close } = await openPortal({ PUBLIC_URL: 'http://fyp.university.test' });
      const { mate } = await createGroupWithMate(portal);
      const { emails } = await portal.snapshot();
      const body = { name: mate.name, email: mate.email, password: testUserPassword };
      const { mustConfirm, userId } = await portal.visitor.call(register, { body });
      expect(mustConfirm).toBe(true);
      expect((await portal.snapshot()).emails).toEqual(emails);
      const caller = await portal.visitor.logIn(mate.email, testUserPassword);
      const params = { email: mate.email };
      expect((await expectRefusal(portal, caller, findGroup, { params })).code).toBe('unconfirmed');
      const waiting = async () => {
        const { users, total } = await portal.admin.call(listUsers, { query: { waiting: 'true' } });
        expect(total).toBe(users.length);
        return users.map(({ email }) => email);
      };
      const { userId: blocked } = await portal.visitor.call(register, {
        body: { name: 'Nobody', email: 'nobody@university.test', password: testUserPassword },
      });
      expect((await waiting()).toSorted()).toEqual([mate.email, 'nobody@university.test']);
      await portal.admin.call(updateUser, { params: { userId: blocked }, body: { blocked: true } });
      expect(await waiting()).toEqual([mate.email]);
      const confirmed = { params: { userId }, body: { confirmed: true as const } };
      const { oneTimePassword = '' } = await portal.admin.call(updateUser, confirmed);
      expect(await waiting()).toEqual([]);
      const owner = await portal.visitor.logIn(mate.email, oneTimePassword);
      expect((await owner.call(findGroup, { params })).member.email).toBe(mate.email);
      const { email } = await registerStudent(portal.visitor);
      const [user] = (await portal.admin.call(listUsers, { query: { q: email } })).users;
      const promoted = { params: { userId: user?._id ?? '' }, body: { role: 'faculty' } as const };
      const { confirmedAt } = (await portal.admin.call(updateUser, promoted)).user;
      expect(confirmedAt, 'an admin who gives a staff role vouches').not.toBeNull();
      await portal.visitor.logIn(email, testUserPassword);
      await close();
    },
  );
});
