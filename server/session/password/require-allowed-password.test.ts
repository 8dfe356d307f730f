import { expect } from 'vitest';
import { changePassword, register, resetPassword } from '#contract/account.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { saveInstallation } from '#contract/settings/installation.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { createTestUser, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';

type Request = [caller: ApiCaller, endpoint: Endpoint, input: { params?: object; body: object }];
type Way = (portal: Portal, user: TestUser, password: string) => Request | Promise<Request>;

const another = { name: 'Somebody Else', email: 'somebody.else@university.test' };
const ways: Record<string, Way> = {
  register: ({ visitor }, _, password) => [visitor, register, { body: { ...another, password } }],
  createUser: ({ admin }, _, password) => {
    const body = { ...another, role: 'student', password };
    return [admin, createUser, { body }];
  },
  updateUser: ({ admin }, { userId }, password) => [
    admin,
    updateUser,
    { params: { userId }, body: { password } },
  ],
  'updateUser with a new name and email': ({ admin }, { userId }, password) => [
    admin,
    updateUser,
    { params: { userId }, body: { ...another, password } },
  ],
  changePassword: (_, { caller }, password) => [
    caller,
    changePassword,
    { body: { current: testUserPassword, password } },
  ],
  resetPassword: async ({ db, visitor, clock }, { userId }, password) => {
    const token = await createOneUseLink(db, userId, 'reset-password', 60_000, clock());
    return [visitor, resetPassword, { body: { token, password } }];
  },
};

const leaked = 'Dictionary';
const isOfOther = (way: string) => /register|createUser|new name/.test(way);

test.for(Object.entries(ways))(
  '%s refuses the owner’s name and email as password, and leaked passwords only if the setting is strict',
  async ([name, way], { portal }) => {
    const user = await createTestUser(portal, 'student');
    const send = async (password: string) => {
      // Only one link a minute is created for a user.
      portal.wait(2 * 60_000);
      const [caller, endpoint, input] = await way(portal, user, password);
      const response = await caller.request(endpoint, input as never);
      return response.ok || (await response.json()).fields.password;
    };
    const owner = isOfOther(name) ? another : user;
    for (const ownText of [owner.name.toUpperCase(), owner.email])
      expect(await send(ownText)).toBe('The password can’t be the account’s name or email.');
    const setStrict = async (version: number, strictPasswords: boolean) =>
      portal.admin.call(saveInstallation, { body: { version, strictPasswords } });
    await setStrict(0, true);
    expect(await send(leaked)).toBe('This password has appeared in a data leak. Choose another.');
    await setStrict(1, false);
    expect(await send(leaked)).toBe(true);
  },
);
