import { describe, expect, test as plain } from 'vitest';
import { confirmEmail, forgotPassword, register, resendConfirmation } from '#contract/account.ts';
import { findGroup } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { listEmailLinks } from '#server/test/emails.ts';
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

const findToken = async (portal: Portal, email: string) =>
  (await listEmailLinks(portal, email)).at(-1) ?? '';

async function createGroupWithMate(portal: Portal) {
  const student = await createTestUser(portal);
  const name = createUniqueName('Mate');
  const mate = { name, email: buildEmailAddress(name) };
  await student.caller.call(submitProposal, { body: buildProposal([student, mate]) });
  return { student, mate };
}

describe('email confirmation', () => {
  test('is required for access to the group that lists the address, and its link works once', async ({
    portal,
  }) => {
    const { mate } = await createGroupWithMate(portal);
    const params = { email: mate.email };
    const unconfirmed = await registerStudent(portal.visitor, mate.name);
    const refusal = await expectRefusal(portal, unconfirmed.caller, findGroup, { params });
    expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
    const credentials = { email: mate.email, password: testUserPassword };
    const reply = await portal.visitor.call(login, { body: credentials });
    expect(reply).not.toHaveProperty('groupId');
    const token = await findToken(portal, mate.email);
    const link = { body: { token, password: testUserPassword } };
    await portal.visitor.call(confirmEmail, link);
    const caller = await portal.visitor.logIn(mate.email, testUserPassword);
    expect((await caller.call(findGroup, { params })).member.email).toBe(mate.email);
    const again = await expectRefusal(portal, portal.visitor, confirmEmail, link);
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
      await portal.admin.call(updateUser, confirmed);
      expect(await waiting()).toEqual([]);
      await close();
    },
  );
});
