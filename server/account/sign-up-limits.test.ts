import { describe, expect, test as plain } from 'vitest';
import { register } from '#contract/account.ts';
import { updateUser } from '#contract/users.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { addUser } from '#server/users/add-user.ts';
import { aName, aPdf, emailOf, fileOf, password } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { countSignUp } from './sign-up-limits.ts';

const minute = 60_000;
const campus = { address: '203.0.113.7' };

/** How many of `count` sign-ups from an address are taken now. */
async function taken(portal: Portal, count: number, from = campus): Promise<number> {
  for (let done = 0; done < count; done += 1) {
    try {
      await portal.db.transaction().execute((trx) => countSignUp(trx, from, portal.clock()));
    } catch {
      return done;
    }
  }
  return count;
}

const signUp = (name = aName('Late')) => ({ body: { name, email: emailOf(name), password } });

describe('signing up from one network', () => {
  test('is open to a class of 60 within minutes, and to 300 on a day', async ({ portal }) => {
    let signedUp = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      const now = await taken(portal, 60);
      expect(now).toBe(60);
      signedUp += now;
      portal.wait(60 * minute);
    }
    expect(signedUp).toBeGreaterThanOrEqual(300);
  });

  test('is open 150 times at once, then once a minute, and says when', async ({ portal }) => {
    expect(await taken(portal, 151, { address: '127.0.0.1' })).toBe(150);
    const refusal = await refusalOf(portal, portal.visitor, register, signUp());
    expect(refusal).toMatchObject({ status: 429, code: 'too-often', retryAfter: '60' });
    expect(refusal.message).toContain('from your network');
    portal.wait(minute);
    expect((await portal.visitor.request(register, signUp())).status).toBe(201);
    expect((await refusalOf(portal, portal.visitor, register, signUp())).status).toBe(429);
  });

  test('that is used up keeps nobody away from another network', async ({ portal }) => {
    await taken(portal, 150);
    expect(await taken(portal, 1)).toBe(0);
    expect(await taken(portal, 1, { address: '198.51.100.1' })).toBe(1);
    expect(await taken(portal, 151, { address: '2001:db8:1:2::5' })).toBe(150);
    expect(await taken(portal, 1, { address: '2001:db8:1:2:9::6' })).toBe(0);
  });

  test('costs nothing when it is refused', async ({ portal }) => {
    await taken(portal, 149, { address: '127.0.0.1' });
    const again = signUp();
    await portal.db.deleteFrom('token_buckets').where('name', '=', 'sign-up').execute();
    await addUser(portal.db, { ...again.body, role: 'student', passwordHash }, portal.clock());
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await refusalOf(portal, portal.visitor, register, again)).code).toBe('email-taken');
    }
    expect((await portal.visitor.request(register, signUp())).status).toBe(201);
  });

  test('is open at once though a clock that was ahead has counted', async ({ portal }) => {
    portal.wait(30 * 24 * 60 * minute);
    await taken(portal, 150);
    portal.wait(-30 * 24 * 60 * minute);
    expect(await taken(portal, 151)).toBe(150);
  });
});

test('signing up is open 600 times at once from everywhere, then twice a minute', async ({
  portal,
}) => {
  let signedUp = 0;
  for (let network = 1; network <= 5; network += 1) {
    signedUp += await taken(portal, 150, { address: `203.0.113.${network}` });
  }
  expect(signedUp).toBe(600);
  const refusal = await refusalOf(portal, portal.visitor, register, signUp());
  expect(refusal).toMatchObject({ status: 429, code: 'too-often', retryAfter: '30' });
  portal.wait(minute / 2);
  expect((await portal.visitor.request(register, signUp())).status).toBe(201);
});

plain(
  'the CVs of accounts that nobody confirmed are bounded; without one the sign-up goes on',
  async () => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on', MAX_CV_MB: '0.01' });
    const first = signUp();
    const cv = fileOf(pdf({ bytes: 10_000 }), 'cv.pdf');
    const { userId } = await portal.visitor.call(register, {
      body: { ...first.body, file: cv },
    });
    // As if it were those of many.
    const document = portal.db.updateTable('documents').where('user_id', '=', userId);
    const most = 200 * Math.round(0.01 * 1024 * 1024);
    await document.set({ size: most }).execute();
    const second = signUp();
    const withCv = { body: { ...second.body, file: aPdf('cv.pdf') } };
    expect(await refusalOf(portal, portal.visitor, register, withCv)).toMatchObject({
      status: 507,
      code: 'storage-full',
      fields: { file: expect.stringContaining('Sign up without a CV') },
    });
    expect((await portal.visitor.request(register, second)).status).toBe(201);
    await portal.admin.call(updateUser, { params: { userId }, body: { confirmed: true } });
    const third = { body: { ...signUp().body, file: aPdf('cv.pdf') } };
    expect((await portal.visitor.request(register, third)).status).toBe(201);
    await close();
  },
);
