import { describe, expect, test as plain } from 'vitest';
import { findGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/proposals.ts';
import { forgotPassword, login, resetPassword } from '#contract/session.ts';
import { confirmEmail, register, resendConfirmation, updateUser } from '#contract/users.ts';
import { somebody } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aName, aProposal, aStudent, emailOf, password } from '#tools/test/people.ts';

const test = plain.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from this pattern.
  portal: async ({}, use) => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
    await use(portal);
    await close();
  },
});

/** The token in the newest letter to an address. */
async function linkTo(portal: Portal, email: string): Promise<string> {
  const letter = await portal.db
    .selectFrom('letters')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('queued_at', 'desc')
    .executeTakeFirstOrThrow();
  const link = /\/login#confirm=([\w-]+)/.exec(letter.text_body);
  expect(letter.html_body).toContain(link?.[0]);
  return link?.[1] ?? '';
}

/** A group whose second member has no account yet. */
async function aGroupWithMate(portal: Portal) {
  const student = await somebody(portal);
  const name = aName('Mate');
  const mate = { name, email: emailOf(name) };
  await student.caller.call(submitProposal, { body: aProposal([student, mate]) });
  return { student, mate };
}

describe('confirming an e-mail address', () => {
  test('who registers a team mate’s address first sees nothing of the group', async ({
    portal,
  }) => {
    const { mate } = await aGroupWithMate(portal);
    const stranger = await aStudent(portal.visitor, mate.name);
    const refusal = await refusalOf(portal, stranger.caller, findGroup, {
      params: { email: mate.email },
    });
    expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
    const reply = await portal.visitor.call(login, { body: { email: mate.email, password } });
    expect(reply).not.toHaveProperty('groupId');
  });

  test('the link of the letter opens the group, once', async ({ portal }) => {
    const { mate } = await aGroupWithMate(portal);
    const { caller } = await aStudent(portal.visitor, mate.name);
    const token = await linkTo(portal, mate.email);
    await portal.visitor.call(confirmEmail, { body: { token } });
    const { member } = await caller.call(findGroup, { params: { email: mate.email } });
    expect(member.email).toBe(mate.email);
    const again = await refusalOf(portal, portal.visitor, confirmEmail, { body: { token } });
    expect(again).toMatchObject({ status: 400, code: 'link-over' });
  });

  test('a link is over after 24 hours', async ({ portal }) => {
    const { email } = await aStudent(portal.visitor);
    const token = await linkTo(portal, email);
    portal.wait(24 * 3_600_000);
    const refusal = await refusalOf(portal, portal.visitor, confirmEmail, { body: { token } });
    expect(refusal.code).toBe('link-over');
  });

  test('a letter sent again ends the earlier link', async ({ portal }) => {
    const { email, caller } = await aStudent(portal.visitor);
    const earlier = await linkTo(portal, email);
    portal.wait(60_000);
    await caller.call(resendConfirmation);
    const refusal = await refusalOf(portal, portal.visitor, confirmEmail, {
      body: { token: earlier },
    });
    expect(refusal.code).toBe('link-over');
    await portal.visitor.call(confirmEmail, { body: { token: await linkTo(portal, email) } });
  });

  test('letters do not flood a mailbox: one a minute', async ({ portal }) => {
    const { caller } = await aStudent(portal.visitor);
    await caller.call(resendConfirmation);
    await caller.call(resendConfirmation);
    expect((await portal.traces()).letters).toHaveLength(1);
  });

  test('nobody opens a file of the group before confirming', async ({ portal }) => {
    const { student, mate } = await aGroupWithMate(portal);
    const { group } = await student.caller.call(findGroup, { params: { email: student.email } });
    const stranger = await aStudent(portal.visitor, mate.name);
    const path = group.proposalUrl ?? '';
    expect((await student.caller.fetch(path)).status).toBe(200);
    expect((await stranger.caller.fetch(path)).status).toBe(404);
  });

  test('a link is good for what it was sent for only, and does not keep other letters away', async ({
    portal,
  }) => {
    const { email } = await aStudent(portal.visitor);
    const token = await linkTo(portal, email);
    const another = 'another long passphrase';
    const refusal = await refusalOf(portal, portal.visitor, resetPassword, {
      body: { token, password: another },
    });
    expect(refusal.code).toBe('link-over');
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.traces()).letters).toHaveLength(2);
    await portal.visitor.call(confirmEmail, { body: { token } });
  });

  test('who is confirmed already gets no letter', async ({ portal }) => {
    const { email, caller } = await aStudent(portal.visitor);
    await portal.visitor.call(confirmEmail, { body: { token: await linkTo(portal, email) } });
    portal.wait(60_000);
    await caller.call(resendConfirmation);
    expect((await portal.traces()).letters).toHaveLength(1);
  });

  test('an admin who changes something else does not vouch for the address', async ({ portal }) => {
    const name = aName('Student');
    const { userId } = await portal.visitor.call(register, {
      body: { name, email: emailOf(name), password },
    });
    const change = (body: object) => portal.admin.request(updateUser, { params: { userId }, body });
    expect((await change({ confirmed: 'no' })).status).toBe(400);
    const { user } = (await (await change({ name: aName('Renamed') })).json()) as {
      user: { confirmedAt: string | null };
    };
    expect(user.confirmedAt).toBeNull();
  });

  test('nobody proposes before confirming', async ({ portal }) => {
    const student = await aStudent(portal.visitor);
    const refusal = await refusalOf(portal, student.caller, submitProposal, {
      body: aProposal([student]),
    });
    expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
  });

  test('an admin confirms an account himself', async ({ portal }) => {
    const name = aName('Student');
    const { userId, mustConfirm } = await portal.visitor.call(register, {
      body: { name, email: emailOf(name), password },
    });
    expect(mustConfirm).toBe(true);
    const { user } = await portal.admin.call(updateUser, {
      params: { userId },
      body: { confirmed: true },
    });
    expect(user.confirmedAt).not.toBeNull();
  });

  plain('without a mail server addresses count as confirmed', async () => {
    const { portal, close } = await openPortal();
    const name = aName('Student');
    const reply = await portal.visitor.call(register, {
      body: { name, email: emailOf(name), password },
    });
    expect(reply.mustConfirm).toBe(false);
    expect((await portal.traces()).letters).toEqual([]);
    await close();
  });
});
