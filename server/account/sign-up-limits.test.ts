import { describe, expect, test as plain } from 'vitest';
import { confirmEmail, register } from '#contract/account.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { insertUser } from '#server/users/add-user.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import {
  buildEmailAddress,
  buildPdfFile,
  buildProposal,
  createUniqueName,
  testUserPassword,
  toFile,
} from '#tools/test/people.ts';
import { consumeSignUpCapacity, returnSignUpCapacity } from './sign-up-limits.ts';

const minute = 60_000;
const campus = { address: '203.0.113.7' };

const stranger = { email: 'stranger@university.test' };

async function admit(portal: Portal, count: number, from = campus): Promise<number> {
  for (let done = 0; done < count; done += 1) {
    try {
      await portal.db
        .transaction()
        .execute((trx) =>
          consumeSignUpCapacity(trx, { ...stranger, origin: from, now: portal.clock() }),
        );
    } catch {
      return done;
    }
  }
  return count;
}

/** Submits a proposal that names two members without an account. */
async function createNamedMembers(portal: Portal) {
  const student = await createTestUser(portal);
  const members = ['Named', 'Also'].map((kind) => {
    const name = createUniqueName(kind);
    return { name, email: buildEmailAddress(name) };
  });
  await student.caller.call(submitProposal, { body: buildProposal([student, ...members]) });
  return { members };
}

const signUp = (name = createUniqueName('Late')) => ({
  body: { name, email: buildEmailAddress(name), password: testUserPassword },
});

describe('signing up from one network', () => {
  test('is limited to 150 sign-ups an hour, and further sign-ups are rejected with Retry-After', async ({
    portal,
  }) => {
    expect(await admit(portal, 151, { address: '127.0.0.1' })).toBe(150);
    const refusal = await expectRefusal(portal, portal.visitor, register, signUp());
    expect(refusal).toMatchObject({ status: 429, code: 'too-often', retryAfter: '3600' });
    expect(refusal.message).toContain('from your network. Please try again in 60 minutes.');
    portal.wait(60 * minute);
    expect((await portal.visitor.request(register, signUp())).status).toBe(201);
  });

  test('does not affect the limits of other networks', async ({ portal }) => {
    await admit(portal, 150);
    expect(await admit(portal, 1)).toBe(0);
    expect(await admit(portal, 1, { address: '198.51.100.1' })).toBe(1);
    expect(await admit(portal, 151, { address: '2001:db8:1:2::5' })).toBe(150);
    expect(await admit(portal, 1, { address: '2001:db8:1:2:9::6' })).toBe(0);
  });

  test('does not use up the limit if the sign-up fails', async ({ portal }) => {
    await admit(portal, 149, { address: '127.0.0.1' });
    const again = signUp();
    await portal.db.deleteFrom('rate_limits').where('name', '=', 'sign-up:').execute();
    await insertUser(
      { trx: portal.db, now: portal.clock() },
      { ...again.body, role: 'student', passwordHash },
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await expectRefusal(portal, portal.visitor, register, again)).code).toBe(
        'email-taken',
      );
    }
    expect((await portal.visitor.request(register, signUp())).status).toBe(201);
  });
});

test('sign-ups from all networks together are limited to 600 an hour, beside 20 of each network', async ({
  portal,
}) => {
  let signedUp = 0;
  for (let network = 1; network <= 5; network += 1) {
    signedUp += await admit(portal, 150, { address: `203.0.113.${network}` });
  }
  expect(signedUp).toBe(600 + 5 * 20);
  expect(await admit(portal, 25, { address: '127.0.0.1' })).toBe(20);
  const refusal = await expectRefusal(portal, portal.visitor, register, signUp());
  expect(refusal).toMatchObject({ status: 429, code: 'too-often', retryAfter: '3600' });
  portal.wait(60 * minute);
  expect((await portal.visitor.request(register, signUp())).status).toBe(201);
});

describe('signing up while a stranger uses up the limits', () => {
  const blockEverybody = async (portal: Portal) => {
    for (let network = 1; network <= 5; network += 1) {
      await admit(portal, 150, { address: `203.0.113.${network}` });
    }
  };

  test('is possible from any network that the stranger does not use', async ({ portal }) => {
    await blockEverybody(portal);
    expect((await portal.visitor.request(register, signUp())).status).toBe(201);
    const addresses = ['198.51.100.1', '198.51.100.2', '2001:db8:7::1', '2001:db8:8::1'];
    for (const address of addresses) expect(await admit(portal, 25, { address })).toBe(20);
    // Networks of one organisation share their reserve.
    expect(await admit(portal, 25, { address: '2001:db8:7:1::1' })).toBe(0);
  });

  test('is possible for the members that groups name, each once, and not for others', async ({
    portal,
  }) => {
    const { members } = await createNamedMembers(portal);
    await blockEverybody(portal);
    await admit(portal, 150, { address: '127.0.0.1' });
    for (const { name, email } of members) {
      const body = { name, email, password: testUserPassword };
      expect((await portal.visitor.request(register, { body })).status).toBe(201);
      const again = await expectRefusal(portal, portal.visitor, register, { body });
      expect(again.code).toBe('email-taken');
    }
    const refusal = await expectRefusal(portal, portal.visitor, register, signUp());
    expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
  });

  test('is refused with a CV before the CV is received', async ({ portal }) => {
    await admit(portal, 150, { address: '127.0.0.1' });
    const cv = toFile(buildPdf({ bytes: 100_000 }), 'cv.pdf');
    const input = { body: { ...signUp().body, file: cv } };
    const refusal = await expectRefusal(portal, portal.visitor, register, input);
    expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
  });
});

describe('a confirmed sign-up', () => {
  test('does not count towards the limits, up to 600 at once in a network', async ({ portal }) => {
    await admit(portal, 150, { address: '127.0.0.1' });
    const giveBack = () =>
      portal.db
        .transaction()
        .execute((trx) => returnSignUpCapacity(trx, { address: '127.0.0.1' }, portal.clock()));
    let returned = 0;
    for (let round = 0; round < 650; round += 1) {
      await giveBack();
      returned += await admit(portal, 1, { address: '127.0.0.1' });
    }
    expect(returned).toBe(600);
  });

  plain('returns its token when the emailed link is opened, and not before', async () => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
    const newcomer = signUp();
    await portal.visitor.call(register, newcomer);
    expect(await admit(portal, 150, { address: '127.0.0.1' })).toBe(149);
    const [token = ''] = await listEmailLinks(portal, newcomer.body.email);
    await portal.visitor.call(confirmEmail, { body: { token, password: testUserPassword } });
    expect(await admit(portal, 2, { address: '127.0.0.1' })).toBe(1);
    const again = { body: { token, password: testUserPassword } };
    expect((await expectRefusal(portal, portal.visitor, confirmEmail, again)).code).toBe(
      'link-over',
    );
    expect(await admit(portal, 1, { address: '127.0.0.1' })).toBe(0);
    await close();
  });
});

plain(
  'CVs of unconfirmed accounts are limited in total size, and a sign-up without a CV still works',
  async () => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on', MAX_CV_MB: '0.01' });
    const first = signUp();
    const cv = toFile(buildPdf({ bytes: 10_000 }), 'cv.pdf');
    const { userId } = await portal.visitor.call(register, {
      body: { ...first.body, file: cv },
    });
    const document = portal.db.updateTable('documents').where('user_id', '=', userId);
    const most = 200 * Math.round(0.01 * 1024 * 1024);
    await document.set({ size: most }).execute();
    const second = signUp();
    const withCv = { body: { ...second.body, file: buildPdfFile('cv.pdf') } };
    expect(await expectRefusal(portal, portal.visitor, register, withCv)).toMatchObject({
      status: 507,
      code: 'storage-full',
      fields: { file: expect.stringContaining('Sign up without a CV') },
    });
    expect((await portal.visitor.request(register, second)).status).toBe(201);
    await portal.admin.call(updateUser, { params: { userId }, body: { confirmed: true } });
    const third = { body: { ...signUp().body, file: buildPdfFile('cv.pdf') } };
    expect((await portal.visitor.request(register, third)).status).toBe(201);
    await close();
  },
);
