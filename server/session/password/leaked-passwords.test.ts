import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect } from 'vitest';
import { changePassword, register, resetPassword } from '#contract/account.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { isCommonPassword } from '#contract/values/common-passwords.ts';
import { NewPassword } from '#contract/values/password.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { isGuessablePassword } from './leaked-passwords.ts';

const message = 'This is one of the most frequently leaked passwords. Choose another.';
const leaked = 'Dictionary';

describe('a leaked password', () => {
  test('of at least 8 characters is recognised in any letter case', () => {
    const longEnough = dictionary['passwords-common'].filter((leak) => leak.length >= 8);
    expect(longEnough.length).toBeGreaterThan(3000);
    for (const password of longEnough.slice(0, 3000)) {
      expect(isGuessablePassword(password), password).toBe(true);
      expect(isGuessablePassword(password.toUpperCase()), password).toBe(true);
    }
    expect(isCommonPassword(leaked)).toBe(false);
    expect(NewPassword.safeParse(leaked).success).toBe(true);
    expect(isGuessablePassword('Fypportal2027')).toBe(true);
    expect(isGuessablePassword(testUserPassword)).toBe(false);
  });

  const ways: Record<string, (portal: Portal) => Promise<unknown>> = {
    register: (portal) =>
      expectRefusal(portal, portal.visitor, register, {
        body: { name: 'A Name', email: 'a.name@university.test', password: leaked },
      }),
    createUser: (portal) =>
      expectRefusal(portal, portal.admin, createUser, {
        body: {
          name: 'A Name',
          email: 'a.name@university.test',
          role: 'student',
          password: leaked,
        },
      }),
    updateUser: async (portal) => {
      const { userId } = await createTestUser(portal);
      const body = { password: leaked };
      return expectRefusal(portal, portal.admin, updateUser, { params: { userId }, body });
    },
    changePassword: async (portal) => {
      const { caller } = await createTestUser(portal);
      const body = { current: testUserPassword, password: leaked };
      return expectRefusal(portal, caller, changePassword, { body });
    },
    resetPassword: async (portal) => {
      const { userId } = await createTestUser(portal);
      const token = await createOneUseLink(
        portal.db,
        userId,
        'reset-password',
        60_000,
        portal.clock(),
      );
      return expectRefusal(portal, portal.visitor, resetPassword, {
        body: { token, password: leaked },
      });
    },
  };
  test.for(Object.keys(ways))(
    'is rejected by %s with advice to choose another password',
    async (way, { portal }) => {
      expect(await ways[way]?.(portal)).toMatchObject({
        status: 400,
        code: 'invalid',
        message,
        fields: { password: message },
      });
    },
  );
});
