import {
  addAccount,
  blockedNow,
  type Matrix,
  newPerson,
  tokenFor,
} from '#server/test/matrix/ask.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { password } from '#tools/test/people.ts';

export const matrix: Matrix = {
  register: {
    rows: { new: '201!', taken: '409', malformed: '400' },
    ask: async (fixture, _actor, target) => {
      const person = newPerson();
      if (target === 'malformed') return { body: { ...person, email: 'no address', password } };
      const { email } = target === 'taken' ? await addAccount(fixture) : person;
      return { body: { name: person.name, email, password, role: 'admin' } };
    },
  },
  confirmEmail: {
    rows: { good: '200!', unknown: '400', otherPurpose: '400' },
    ask: async (fixture, _actor, target) => ({
      body: { token: await tokenFor(fixture, target, 'confirm-email'), password },
    }),
  },
  // fresh binned claimer member mate other former
  resendConfirmation: { rows: { '-': '200 200 200! 200 200 200 200' }, ask: () => ({}) },
  resetPassword: {
    rows: { good: '200!', unknown: '400', otherPurpose: '400' },
    ask: async (fixture, _actor, target) => ({
      body: { token: await tokenFor(fixture, target, 'reset-password'), password },
    }),
  },
  forgotPassword: {
    rows: { known: '200!', unknown: '200', blocked: '200' },
    ask: async (fixture, _actor, target) => {
      if (target === 'unknown') return { body: { email: newPerson().email } };
      const { email } = await addAccount(fixture, target === 'blocked' ? blockedNow(fixture) : {});
      return { body: { email } };
    },
  },
  changePassword: {
    rows: { right: '200!', wrong: '401' },
    ask: ({ portal }, { userId }, target) => ({
      body: {
        current: target === 'right' ? password : 'a wrong passphrase',
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
