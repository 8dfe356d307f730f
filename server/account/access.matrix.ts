import {
  type AccessMatrix,
  addTargetAccount,
  buildBlockedUserColumns,
  buildNewPerson,
  createTargetLinkToken,
} from '#server/test/matrix/requests.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { testUserPassword } from '#tools/test/people.ts';

export const accessMatrix: AccessMatrix = {
  register: {
    repeat: ['email-taken'],
    rows: { new: '201!', taken: '409', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      const person = buildNewPerson();
      if (target === 'malformed')
        return { body: { ...person, email: 'no address', password: testUserPassword } };
      const { email } = target === 'taken' ? await addTargetAccount(fixture) : person;
      return { body: { name: person.name, email, password: testUserPassword, role: 'admin' } };
    },
  },
  confirmEmail: {
    repeat: ['link-over'],
    rows: { good: '200!', unknown: '400', otherPurpose: '400' },
    buildRequest: async (fixture, _actor, target) => ({
      body: {
        token: await createTargetLinkToken(fixture, target, 'confirm-email'),
        password: testUserPassword,
      },
    }),
  },
  // Status per student, in the order of `columns` in `server/test/matrix/rows.ts`. `!` marks requests that may write.
  resendConfirmation: { rows: { '-': '200 200 200! 200 200 200 200' }, buildRequest: () => ({}) },
  resetPassword: {
    repeat: ['link-over'],
    rows: { good: '200!', unknown: '400', otherPurpose: '400' },
    buildRequest: async (fixture, _actor, target) => ({
      body: {
        token: await createTargetLinkToken(fixture, target, 'reset-password'),
        password: testUserPassword,
      },
    }),
  },
  forgotPassword: {
    rows: { known: '200!', unknown: '200', blocked: '200' },
    buildRequest: async (fixture, _actor, target) => {
      if (target === 'unknown') return { body: { email: buildNewPerson().email } };
      const { email } = await addTargetAccount(
        fixture,
        target === 'blocked' ? buildBlockedUserColumns(fixture) : {},
      );
      return { body: { email } };
    },
  },
  changePassword: {
    repeat: ['wrong-credentials'],
    rows: { right: '200!', wrong: '401' },
    buildRequest: ({ portal }, { userId }, target) => ({
      body: {
        current: target === 'right' ? testUserPassword : 'a wrong passphrase',
        password: 'another long passphrase',
      },
      after: () =>
        portal.db
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .execute(),
    }),
  },
};
