import * as account from '#contract/account.ts';
import { dismissEmail, sendEmailAgain } from '#contract/admin.ts';
import { importUsers } from '#contract/imports.ts';
import * as session from '#contract/session.ts';
import * as users from '#contract/users.ts';
import { makeLink } from '#server/session/one-use-links.ts';
import { openSession } from '#server/session/sessions.ts';
import { hashOf } from '#server/session/tokens.ts';
import { anUndeliverableEmail } from '#server/test/emails.ts';
import { aName, aPdf, emailOf, password } from '#tools/test/people.ts';
import { type Account, passwordHash } from '#trust/lib/fixtures.ts';
import {
  addPerson,
  countOf,
  emailsTo,
  type Fixture,
  linksOf,
  type Prepare,
  type Prepared,
  sessionsOf,
  userOf,
} from './fixture.ts';

const newPassword = 'another long passphrase';

const newUser = (email: string, name: string) => ({ name, email, password });

const withUser =
  (
    make: (fixture: Fixture, user: Account) => Promise<Prepared>,
    { mustConfirm = false } = {},
  ): Prepare =>
  async (fixture) =>
    make(fixture, await addPerson(fixture, 'student', mustConfirm));

const isPasswordNew = async (fixture: Fixture, { email }: Account) => {
  const [user] = await userOf(fixture, email);
  return { passwords: user && user.password_hash !== passwordHash ? 1 : 0 };
};

/** Every endpoint that writes about an account, and what an admin does with emails. */
export const writesOfAccounts = {
  register: async (fixture) => {
    const name = aName('Student');
    const email = emailOf(name);
    return {
      endpoint: account.register,
      input: { body: { ...newUser(email, name), file: aPdf('cv.pdf') } },
      refusals: ['email-taken'],
      effects: async () => {
        const found = await userOf(fixture, email);
        const cvs = fixture.db
          .selectFrom('documents')
          .select('id')
          .where('uploaded_by_name', '=', name);
        return {
          accounts: found.length,
          emails: await emailsTo(fixture, email),
          links: await linksOf(fixture, found[0]?.id ?? ''),
          cvs: await countOf(cvs),
        };
      },
    };
  },
  sendEmailAgain: async (fixture) => {
    const emailId = await anUndeliverableEmail(fixture.db, 'gone@university.test', new Date());
    const revived = fixture.db.selectFrom('emails').select('id').where('failed_at', 'is', null);
    return {
      endpoint: sendEmailAgain,
      input: { params: { emailId } },
      token: fixture.admin,
      refusals: ['not-found'],
      effects: async () => ({
        emails: await countOf(revived.where('id', '=', emailId)),
      }),
    };
  },
  dismissEmail: async (fixture) => {
    const emailId = await anUndeliverableEmail(fixture.db, 'gone@university.test', new Date());
    const entries = fixture.db.selectFrom('audit_entries').select('id');
    return {
      endpoint: dismissEmail,
      input: { params: { emailId } },
      token: fixture.admin,
      refusals: ['not-found'],
      effects: async () => ({
        entries: await countOf(entries.where('subject_id', '=', emailId)),
      }),
    };
  },
  createUser: async (fixture) => {
    const name = aName('Faculty');
    const email = emailOf(name);
    return {
      endpoint: users.createUser,
      input: { body: { ...newUser(email, name), role: 'faculty' } },
      token: fixture.admin,
      refusals: ['email-taken'],
      effects: async () => ({
        accounts: (await userOf(fixture, email)).length,
        emails: await emailsTo(fixture, email),
      }),
    };
  },
  importUsers: async (fixture) => {
    const name = aName('Student');
    const email = emailOf(name);
    const rows = [{ row: 2, name, email, role: 'student' }];
    return {
      endpoint: importUsers,
      input: { body: { rows, dryRun: false } },
      token: fixture.admin,
      effects: async () => ({
        accounts: (await userOf(fixture, email)).length,
        emails: await emailsTo(fixture, email),
      }),
    };
  },
  updateUser: withUser(async (fixture, { userId, email }) => ({
    endpoint: users.updateUser,
    input: { params: { userId }, body: { name: 'A New Name' } },
    token: fixture.admin,
    effects: async () => ({
      names: (await userOf(fixture, email)).filter(({ name }) => name === 'A New Name').length,
      sessions: await sessionsOf(fixture, userId),
    }),
  })),
  forgotPassword: withUser(async (fixture, { userId, email }) => ({
    endpoint: account.forgotPassword,
    input: { body: { email } },
    effects: async () => ({
      emails: await emailsTo(fixture, email),
      links: await linksOf(fixture, userId),
    }),
  })),
  resetPassword: withUser(async (fixture, user) => {
    const token = await makeLink(fixture.db, user.userId, 'reset-password', 1_800_000, new Date());
    return {
      endpoint: account.resetPassword,
      input: { body: { token, password: newPassword } },
      refusals: ['link-over'],
      effects: async () => ({
        ...(await isPasswordNew(fixture, user)),
        'links used': 1 - (await linksOf(fixture, user.userId)),
      }),
    };
  }),
  changePassword: withUser(async (fixture, user) => ({
    endpoint: account.changePassword,
    input: { body: { current: password, password: newPassword } },
    token: user.token,
    refusals: ['wrong-credentials'],
    effects: () => isPasswordNew(fixture, user),
  })),
  confirmEmail: withUser(
    async (fixture, { userId, email }) => {
      const token = await makeLink(fixture.db, userId, 'confirm-email', 1_800_000, new Date());
      return {
        endpoint: account.confirmEmail,
        input: { body: { token, password } },
        refusals: ['link-over'],
        effects: async () => ({
          confirmed: (await userOf(fixture, email)).filter((user) => user.email_confirmed_at)
            .length,
          'links used': 1 - (await linksOf(fixture, userId)),
        }),
      };
    },
    { mustConfirm: true },
  ),
  resendConfirmation: withUser(
    async (fixture, { userId, email, token }) => ({
      endpoint: account.resendConfirmation,
      token,
      effects: async () => ({
        emails: await emailsTo(fixture, email),
        links: await linksOf(fixture, userId),
      }),
    }),
    { mustConfirm: true },
  ),
  logout: withUser(async (fixture, { userId, token }) => ({
    endpoint: session.logout,
    token,
    refusals: ['signed-out'],
    effects: async () => ({ ended: 1 - (await sessionsOf(fixture, userId)) }),
  })),
  endSession: withUser(async (fixture, { userId, token }) => {
    await openSession(fixture.db, userId, new Date());
    const own = fixture.db.selectFrom('sessions').select('id').where('user_id', '=', userId);
    const [other] = await own.where('token_hash', '!=', hashOf(token)).execute();
    return {
      endpoint: session.endSession,
      input: { params: { sessionId: other?.id } },
      token,
      refusals: ['not-found'],
      effects: async () => ({ left: await sessionsOf(fixture, userId) }),
    };
  }),
} satisfies Record<string, Prepare>;
