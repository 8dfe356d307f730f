import { type UploadKind, uploadDocument } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { deleteGroup, restoreGroup, updateGroup } from '#contract/groups.ts';
import * as letters from '#contract/letters.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { submitProposal } from '#contract/proposals.ts';
import * as session from '#contract/session.ts';
import * as users from '#contract/users.ts';
import { makeLink } from '#server/session/one-use-links.ts';
import { hashOf, openSession } from '#server/session/sessions.ts';
import { aDeadLetter } from '#server/test/letters.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, aPdf, aProposal, emailOf, fileOf, password } from '#tools/test/people.ts';
import { pdf, zip } from '#tools/test/sample-files.ts';
import { type Lane, passwordHash, type Someone, type Stage } from './stage.ts';

/** One call that will be sent twice, and what has to be there once afterwards. */
export type Prepared = {
  endpoint: Endpoint;
  input: { params?: Record<string, unknown>; body?: unknown };
  token?: string;
  /** How often each effect is there: 1 is right. */
  effects: () => Promise<Record<string, number>>;
  /** Refusals that say clearly that it was done already. */
  refusals?: readonly ProblemCode[];
  /** Makes the lane fit for the next write. */
  after?: (url: string) => Promise<unknown>;
};
type Prepare = (stage: Stage, lane: Lane, url: string) => Promise<Prepared>;

const newPassword = 'another long passphrase';

const lettersTo = async ({ db }: Stage, email: string) =>
  (await db.selectFrom('letters').select('id').where('recipient', '=', email).execute()).length;
const linksOf = async ({ db }: Stage, userId: string) =>
  (await db.selectFrom('one_use_links').select('purpose').where('user_id', '=', userId).execute())
    .length;
const sessionsOf = async ({ db }: Stage, userId: string) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;
/** How many lines of a group's history say so. */
const changesTo = async ({ db }: Stage, groupId: string, value: string) => {
  const rows = await db
    .selectFrom('changes')
    .select('id')
    .where('group_id', '=', groupId)
    .where('value_to', 'like', `${value}%`)
    .execute();
  return rows.length;
};
const userOf = ({ db }: Stage, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).execute();

const upload =
  (kind: UploadKind): Prepare =>
  async (stage, { groupId, student }) => {
    const tag = stage.tag();
    const file = kind === 'code' ? zip({ [`${tag}.txt`]: tag }) : pdf({ title: tag });
    const name = `${tag}.${kind === 'code' ? 'zip' : 'pdf'}`;
    return {
      endpoint: uploadDocument,
      input: { params: { kind, email: student.email }, body: { file: fileOf(file, name) } },
      token: student.token,
      effects: async () => {
        const documents = stage.db.selectFrom('documents').select('id').where('name', '=', name);
        return {
          versions: (await documents.execute()).length,
          changes: await changesTo(stage, groupId, name),
        };
      },
    };
  };

const newUser = (email: string, name: string) => ({ name, email, password });

const marked = async (stage: Stage, lane: Lane) => {
  const tag = stage.tag();
  const cell = { marks: stage.random.whole(0, 10), feedback: tag };
  const marks = { [lane.memberId]: { month1: cell } };
  return { tag, body: { semester: 'Semester 7' as const, groupId: lane.groupId, marks } };
};

const withUser =
  (
    make: (stage: Stage, user: Someone) => Promise<Omit<Prepared, 'input'> & Partial<Prepared>>,
    { mustConfirm = false } = {},
  ): Prepare =>
  async (stage) => {
    const user = await stage.somebody('student', { mustConfirm });
    return { input: {}, ...(await make(stage, user)) };
  };

const isPasswordNew = async (stage: Stage, { email }: Someone) => {
  const [user] = await userOf(stage, email);
  return { passwords: user && user.password_hash !== passwordHash ? 1 : 0 };
};

/** Every call of the contract that writes, but the login: each opens a session of its own. */
export const writes: Record<string, Prepare> = {
  register: async (stage) => {
    const name = aName('Student');
    const email = emailOf(name);
    return {
      endpoint: users.register,
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
          letters: await lettersTo(stage, email),
          links: await linksOf(stage, found[0]?.id ?? ''),
          cvs: (await cvs.execute()).length,
        };
      },
    };
  },
  submitProposal: async (stage) => {
    const student = await stage.somebody('student');
    const title = stage.tag();
    const mate = aName('Mate');
    const body = aProposal([student, { name: mate, email: emailOf(mate) }], { title });
    return {
      endpoint: submitProposal,
      input: { body },
      token: student.token,
      effects: async () => {
        const groups = await stage.db
          .selectFrom('groups')
          .select('id')
          .where('title', '=', title)
          .execute();
        const documents = stage.db
          .selectFrom('documents')
          .select('id')
          .where('uploaded_by', '=', student.userId);
        const files = (await documents.execute()).length;
        const changes = await changesTo(stage, groups[0]?.id ?? '', title);
        return { groups: groups.length, changes, files: files / 3 };
      },
    };
  },
  uploadThesis: upload('thesis'),
  uploadSimilarity: upload('similarity'),
  uploadCode: upload('code'),
  uploadCertificate: upload('certificate'),
  saveMarks: async (stage, lane) => {
    const { tag, body } = await marked(stage, lane);
    const { db } = stage;
    const row = db.selectFrom('marks').select('revision').where('member_id', '=', lane.memberId);
    const cell = row.where('milestone', '=', 'month1');
    const before = (await cell.executeTakeFirst())?.revision ?? 0;
    const sent = { ...body.marks[lane.memberId]?.month1, revision: before };
    const marks = { [lane.memberId]: { month1: sent } };
    return {
      endpoint: saveMarks,
      input: { body: { ...body, marks } },
      token: lane.supervisor,
      effects: async () => ({
        changes: await changesTo(stage, lane.groupId, tag),
        revisions: ((await cell.executeTakeFirst())?.revision ?? 0) - before,
      }),
    };
  },
  saveViva: async (stage, lane) => {
    const vivaFeedback = stage.tag();
    const { groupId } = lane;
    return {
      endpoint: saveMarks,
      input: { body: { semester: 'External Viva', groupId, vivaFeedback } },
      token: lane.examiner,
      effects: async () => ({ changes: await changesTo(stage, groupId, vivaFeedback) }),
    };
  },
  mailGroup: async (stage, lane, url) => {
    const { tag, body } = await marked(stage, lane);
    await new Caller(url, lane.supervisor).call(saveMarks, { body });
    const told = stage.db.selectFrom('letters').select('id').where('text_body', 'like', `%${tag}%`);
    return {
      endpoint: mailGroup,
      input: { params: { groupId: lane.groupId } },
      token: lane.supervisor,
      effects: async () => ({
        letters: (await told.where('group_id', '=', lane.groupId).execute()).length,
      }),
    };
  },
  updateGroup: async (stage, { groupId }) => {
    const fypTitle = stage.tag();
    const group = stage.db.selectFrom('groups').select('version').where('id', '=', groupId);
    const { version } = await group.executeTakeFirstOrThrow();
    return {
      endpoint: updateGroup,
      input: { params: { groupId }, body: { version, fypTitle } },
      token: stage.adminToken,
      refusals: ['stale-version'],
      effects: async () => ({
        changes: await changesTo(stage, groupId, fypTitle),
        versions: (await group.executeTakeFirstOrThrow()).version - version,
      }),
    };
  },
  deleteGroup: async (stage, { groupId }) => {
    const before = await changesTo(stage, groupId, 'in the bin');
    return {
      endpoint: deleteGroup,
      input: { params: { groupId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({ changes: (await changesTo(stage, groupId, 'in the bin')) - before }),
      after: (url) => new Caller(url, stage.adminToken).call(restoreGroup, { params: { groupId } }),
    };
  },
  restoreGroup: async (stage, { groupId }, url) => {
    await new Caller(url, stage.adminToken).call(deleteGroup, { params: { groupId } });
    const before = await changesTo(stage, groupId, 'in use');
    return {
      endpoint: restoreGroup,
      input: { params: { groupId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({ changes: (await changesTo(stage, groupId, 'in use')) - before }),
    };
  },
  sendLetterAgain: async (stage) => {
    const letterId = await aDeadLetter(stage.db, 'gone@university.test', new Date());
    const revived = stage.db.selectFrom('letters').select('id').where('failed_at', 'is', null);
    return {
      endpoint: letters.sendLetterAgain,
      input: { params: { letterId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({
        letters: (await revived.where('id', '=', letterId).execute()).length,
      }),
    };
  },
  forgetLetter: async (stage) => {
    const letterId = await aDeadLetter(stage.db, 'gone@university.test', new Date());
    const entries = stage.db.selectFrom('audit_entries').select('id');
    return {
      endpoint: letters.forgetLetter,
      input: { params: { letterId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({
        entries: (await entries.where('subject_id', '=', letterId).execute()).length,
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
      refusals: ['email-taken', 'name-taken'],
      effects: async () => ({
        accounts: (await userOf(stage, email)).length,
        letters: await lettersTo(stage, email),
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
    endpoint: session.forgotPassword,
    input: { body: { email } },
    effects: async () => ({
      letters: await lettersTo(stage, email),
      links: await linksOf(stage, userId),
    }),
  })),
  resetPassword: withUser(async (stage, user) => {
    const token = await makeLink(stage.db, user.userId, 'reset-password', 1_800_000, new Date());
    return {
      endpoint: session.resetPassword,
      input: { body: { token, password: newPassword } },
      refusals: ['link-over'],
      effects: async () => ({
        ...(await isPasswordNew(stage, user)),
        'links used': 1 - (await linksOf(stage, user.userId)),
      }),
    };
  }),
  changePassword: withUser(async (stage, user) => ({
    endpoint: session.changePassword,
    input: { body: { current: password, password: newPassword } },
    token: user.token,
    refusals: ['wrong-credentials'],
    effects: () => isPasswordNew(stage, user),
  })),
  confirmEmail: withUser(
    async (stage, { userId, email }) => {
      const token = await makeLink(stage.db, userId, 'confirm-email', 1_800_000, new Date());
      return {
        endpoint: users.confirmEmail,
        input: { body: { token } },
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
      endpoint: users.resendConfirmation,
      token,
      effects: async () => ({
        letters: await lettersTo(stage, email),
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
};
