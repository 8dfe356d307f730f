import * as account from '#contract/account.ts';
import { dismissEmail, sendEmailAgain } from '#contract/admin.ts';
import * as session from '#contract/session.ts';
import * as users from '#contract/users.ts';
import { makeLink } from '#server/session/one-use-links.ts';
import { openSession } from '#server/session/sessions.ts';
import { hashOf } from '#server/session/tokens.ts';
import { anUndeliverableEmail } from '#server/test/emails.ts';
import { aName, aPdf, emailOf, password } from '#tools/test/people.ts';
import type { AddedPerson } from '#trust/lib/add-person.ts';
import { emailsTo, linksOf, type Prepare, type Prepared, sessionsOf, userOf } from './prepared.ts';
import { passwordHash, type Stage } from './stage.ts';

const newPassword = 'another long passphrase';

const newUser = (email: string, name: string) => ({ name, email, password });

const withUser =
  (
    make: (stage: Stage, user: AddedPerson) => Promise<Omit<Prepared, 'input'> & Partial<Prepared>>,
    { mustConfirm = false } = {},
  ): Prepare =>
  async (stage) => {
    const user = await stage.somebody('student', { mustConfirm });
    return { input: {}, ...(await make(stage, user)) };
  };

const isPasswordNew = async (stage: Stage, { email }: AddedPerson) => {
  const [user] = await userOf(stage, email);
  return { passwords: user && user.password_hash !== passwordHash ? 1 : 0 };
};

/** Every call that writes about an account, and what an admin does with emails. */
export const writesOfAccounts = {
  register: async (stage) => {
    const name = aName('Student');
    const email = emailOf(name);
    return {
      endpoint: account.register,
      input: { body: { ...newUser(email, name), file: aPdf('cv.pdf') } },
      refusals: ['email-taken'],
      effects: async () => {
        const found = await userOf(stage, email);
        const cvs = stage.db
          .selectFrom('documents')
          .select('id')
          .where('uploaded_by_name', '=', name);
        return {
          accounts: found.length,
          emails: await emailsTo(stage, email),
          links: await linksOf(stage, found[0]?.id ?? ''),
          cvs: (await cvs.execute()).length,
        };
      },
    };
  },
  sendEmailAgain: async (stage) => {
    const emailId = await anUndeliverableEmail(stage.db, 'gone@university.test', new Date());
    const revived = stage.db.selectFrom('emails').select('id').where('failed_at', 'is', null);
    return {
      endpoint: sendEmailAgain,
      input: { params: { emailId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({
        emails: (await revived.where('id', '=', emailId).execute()).length,
      }),
    };
  },
  dismissEmail: async (stage) => {
    const emailId = await anUndeliverableEmail(stage.db, 'gone@university.test', new Date());
    const entries = stage.db.selectFrom('audit_entries').select('id');
    return {
      endpoint: dismissEmail,
      input: { params: { emailId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({
        entries: (await entries.where('subject_id', '=', emailId).execute()).length,
      }),
    };
  },
  createUser: async (stage) => {
    const name = aName('Faculty');
    const email = emailOf(name);
    return {
      endpoint: users.createUser,
      input: { body: { ...newUser(email, name), role: 'faculty' } },
      token: stage.adminToken,
      refusals: ['email-taken'],
      effects: async () => ({
        accounts: (await userOf(stage, email)).length,
        emails: await emailsTo(stage, email),
      }),
    };
  },
  updateUser: withUser(async (stage, { userId, email }) => ({
    endpoint: users.updateUser,
    input: { params: { userId }, body: { name: 'A New Name' } },
    token: stage.adminToken,
    effects: async () => ({
      names: (await userOf(stage, email)).filter(({ name }) => name === 'A New Name').length,
      sessions: await sessionsOf(stage, userId),
    }),
  })),
  forgotPassword: withUser(async (stage, { userId, email }) => ({
    endpoint: account.forgotPassword,
    input: { body: { email } },
    effects: async () => ({
      emails: await emailsTo(stage, email),
      links: await linksOf(stage, userId),
    }),
  })),
  resetPassword: withUser(async (stage, user) => {
    const token = await makeLink(stage.db, user.userId, 'reset-password', 1_800_000, new Date());
    return {
      endpoint: account.resetPassword,
      input: { body: { token, password: newPassword } },
      refusals: ['link-over'],
      effects: async () => ({
        ...(await isPasswordNew(stage, user)),
        'links used': 1 - (await linksOf(stage, user.userId)),
      }),
    };
  }),
  changePassword: withUser(async (stage, user) => ({
    endpoint: account.changePassword,
    input: { body: { current: password, password: newPassword } },
    token: user.token,
    refusals: ['wrong-credentials'],
    effects: () => isPasswordNew(stage, user),
  })),
  confirmEmail: withUser(
    async (stage, { userId, email }) => {
      const token = await makeLink(stage.db, userId, 'confirm-email', 1_800_000, new Date());
      return {
        endpoint: account.confirmEmail,
        input: { body: { token, password } },
        refusals: ['link-over'],
        effects: async () => ({
          confirmed: (await userOf(stage, email)).filter((user) => user.email_confirmed_at).length,
          'links used': 1 - (await linksOf(stage, userId)),
        }),
      };
    },
    { mustConfirm: true },
  ),
  resendConfirmation: withUser(
    async (stage, { userId, email, token }) => ({
      endpoint: account.resendConfirmation,
      token,
      effects: async () => ({
        emails: await emailsTo(stage, email),
        links: await linksOf(stage, userId),
      }),
    }),
    { mustConfirm: true },
  ),
  logout: withUser(async (stage, { userId, token }) => ({
    endpoint: session.logout,
    token,
    refusals: ['signed-out'],
    effects: async () => ({ ended: 1 - (await sessionsOf(stage, userId)) }),
  })),
  endSession: withUser(async (stage, { userId, token }) => {
    await openSession(stage.db, userId, new Date());
    const own = stage.db.selectFrom('sessions').select('id').where('user_id', '=', userId);
    const [other] = await own.where('token_hash', '!=', hashOf(token)).execute();
    return {
      endpoint: session.endSession,
      input: { params: { sessionId: other?.id } },
      token,
      refusals: ['not-found'],
      effects: async () => ({ left: await sessionsOf(stage, userId) }),
    };
  }),
} satisfies Record<string, Prepare>;
