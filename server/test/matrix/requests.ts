import { UploadKind } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { hashOf, newToken } from '#server/session/tokens.ts';
import { aDeadLetter } from '#server/test/letters.ts';
import { anObjection } from '#server/test/objections.ts';
import { at, somebody } from '#server/test/people.ts';
import { passwordHash } from '#server/test/portal.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, aPdf, aProposal, emailOf, fileOf, password } from '#tools/test/people.ts';
import { zip } from '#tools/test/sample-files.ts';
import { type Actor, enter, type World } from './actors.ts';

/** A request as the table's row names it, and what puts the world in order after it. */
export type Asked = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Instead of the actor's own. */
  token?: string;
  after?: (reply: Record<string, string>) => Promise<unknown>;
};
type Ask = (world: World, actor: Actor, target: string, variant: string) => Promise<Asked> | Asked;

const unknownId = '00000000-0000-4000-8000-000000000000';
/** By the session that outlives all of the admin's requests. */
const adminOf = ({ portal, live }: World) => new Caller(portal.url, live.admin?.token);
const newPerson = () => {
  const name = aName('Newcomer');
  return { name, email: emailOf(name) };
};

const groupOf = ({ groups }: World, target: string) =>
  groups[target as keyof World['groups']] ?? undefined;

function groupIdOf(world: World, target: string): string {
  return target === 'malformed' ? '1' : (groupOf(world, target)?.groupId ?? unknownId);
}

function emailFor(world: World, actor: Actor, target: string): string {
  if (target === 'self') return actor.email;
  if (target === 'malformed') return 'no address';
  if (target === 'mate') return at(world.groups.own.students, 1).email;
  return groupOf(world, target)?.student.email ?? 'nobody.at.all@university.test';
}

const inGroup: Ask = (world, _actor, target) => ({
  params: { groupId: groupIdOf(world, target) },
});

/** Somebody new, whom a request changes without touching the others. */
async function anAccount({ portal }: World, changes: { blocked_at?: string } = {}) {
  const { userId, email } = await somebody(portal, 'student');
  if (changes.blocked_at) {
    await portal.db.updateTable('users').set(changes).where('id', '=', userId).execute();
  }
  return { userId, email };
}
const blockedNow = ({ portal }: World) => ({ blocked_at: portal.clock().toISOString() });

async function aLink(world: World, purpose: 'confirm-email' | 'reset-password') {
  const { userId } = await anAccount(world);
  const token = newToken();
  const now = world.portal.clock();
  const expires_at = new Date(now.getTime() + 60_000).toISOString();
  await world.portal.db
    .insertInto('one_use_links')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      purpose,
      created_at: now.toISOString(),
      expires_at,
    })
    .execute();
  return token;
}

async function tokenFor(world: World, target: string, purpose: 'confirm-email' | 'reset-password') {
  if (target === 'unknown') return newToken();
  const otherPurpose = purpose === 'confirm-email' ? 'reset-password' : 'confirm-email';
  return aLink(world, target === 'good' ? purpose : otherPurpose);
}

/** Whoever has a session asks in another one of his own, which the call ends. */
async function aSessionToEnd({ portal, live }: World, actor: Actor) {
  if (!Object.values(live).includes(actor)) return {};
  const { token } = await enter(portal, actor);
  return { token };
}

const nothing: Ask = () => ({});
const auditQueries: Record<string, Record<string, string>> = { malformed: { action: 'dreamt' } };

/** A letter of its own for each request. */
const aLetter: Ask = async ({ portal }, _actor, target) => {
  if (target === 'unknown') return { params: { emailId: unknownId } };
  if (target === 'malformed') return { params: { emailId: '1' } };
  const now = portal.clock();
  const sent = { failed_at: null, sent_at: now.toISOString() };
  const { email } = newPerson();
  const id = await aDeadLetter(portal.db, email, now, target === 'sent' ? sent : {});
  return { params: { emailId: id } };
};

/** A member who was told of a mark some time ago, and is to be sent the same again. */
async function mailedBefore(world: World): Promise<Asked> {
  const { groupId, ids } = world.groups.own;
  const member = at(ids, 0);
  const marks = { [member]: { month1: { marks: 5 } } };
  const params = { groupId };
  await adminOf(world).call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  await adminOf(world).call(mailGroup, { params });
  await world.portal.db.deleteFrom('letters').where('group_id', '=', groupId).execute();
  return { params, body: { again: [member], semester: 'Semester 7' } };
}

/** How each call is asked for what a row names. */
export const requests: Record<string, Ask> = {
  findHome: nothing,
  findDevelopers: nothing,
  findCourses: nothing,
  findCategories: nothing,
  findChoices: nothing,
  listSessions: nothing,
  listUsers: nothing,
  findAttention: nothing,
  listAssignedGroups: nothing,
  resendConfirmation: nothing,
  listGroups: (_world, _actor, target) => ({ query: target === 'bin' ? { bin: 'true' } : {} }),

  login: async (world, actor, target) => {
    if (target === 'malformed') return { body: { email: 'no address', password } };
    if (target === 'unknown') return { body: { email: newPerson().email, password } };
    const { email } = await anAccount(world, target === 'blocked' ? blockedNow(world) : {});
    const body = { email, password: target === 'wrong' ? 'a wrong passphrase' : password };
    return { ...(await aSessionToEnd(world, actor)), body };
  },
  register: async (world, _actor, target) => {
    const person = newPerson();
    if (target === 'malformed') return { body: { ...person, email: 'no address', password } };
    const { email } = target === 'taken' ? await anAccount(world) : person;
    return { body: { name: person.name, email, password, role: 'admin' } };
  },
  confirmEmail: async (world, _actor, target) => ({
    body: { token: await tokenFor(world, target, 'confirm-email'), password },
  }),
  resetPassword: async (world, _actor, target) => ({
    body: { token: await tokenFor(world, target, 'reset-password'), password },
  }),
  forgotPassword: async (world, _actor, target) => {
    if (target === 'unknown') return { body: { email: newPerson().email } };
    const { email } = await anAccount(world, target === 'blocked' ? blockedNow(world) : {});
    return { body: { email } };
  },

  logout: aSessionToEnd,
  changePassword: ({ portal }, { userId }, target) => ({
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
  endSession: async ({ portal, live }, actor, target) => {
    const sessionIdOf = async () => {
      if (target === 'malformed') return '1';
      if (target === 'unknown') return unknownId;
      if (target === 'foreign') {
        return (actor === live.mate ? live.member : live.mate)?.sessionId;
      }
      const isLive = Object.values(live).includes(actor);
      return isLive ? (await enter(portal, actor)).sessionId : actor.sessionId;
    };
    return { params: { sessionId: await sessionIdOf() } };
  },

  createUser: async (world, _actor, target) => {
    const person = newPerson();
    const { email } = target === 'taken' ? await anAccount(world) : person;
    return { body: { name: person.name, email, role: 'admin', password } };
  },
  updateUser: async (world, actor, target) => {
    if (target === 'promote') {
      const { userId } = actor === world.live.admin ? await anAccount(world) : actor;
      return { params: { userId }, body: { role: 'admin' } };
    }
    const { userId, name } = target === 'own' ? world.groups.own.student : actor;
    const id = { malformed: '1', unknown: unknownId }[target] ?? userId;
    return { params: { userId: id }, body: { name } };
  },

  findGroup: (world, actor, target) => ({ params: { email: emailFor(world, actor, target) } }),
  listChanges: inGroup,
  updateGroup: (world, _actor, target) => ({
    params: { groupId: groupIdOf(world, target) },
    body: { fypTitle: aName('A project of') },
  }),
  deleteGroup: (world, _actor, target) => {
    const params = { groupId: groupIdOf(world, target) };
    return { params, after: () => adminOf(world).call(restoreGroup, { params }) };
  },
  restoreGroup: (world, _actor, target) => {
    const params = { groupId: groupIdOf(world, target) };
    return { params, after: () => adminOf(world).call(deleteGroup, { params }) };
  },

  submitProposal: (world, actor, target) => {
    const people = {
      self: [actor],
      foreign: [actor, world.groups.foreign.mate],
      unknown: [newPerson()],
      malformed: [{ ...actor, name: '' }],
    }[target] ?? [actor];
    const after = ({ groupId = '' }) => adminOf(world).call(deleteGroup, { params: { groupId } });
    return { body: aProposal(people), after };
  },
  uploadDocument: (world, actor, target, kind) => {
    const isMalformedKind = target === 'malformedKind';
    return {
      params: {
        kind: isMalformedKind ? 'proposal' : kind,
        email: emailFor(world, actor, isMalformedKind ? 'self' : target),
      },
      body: { file: kind === 'code' ? fileOf(zip(), 'code.zip') : aPdf() },
    };
  },
  openDocument: ({ documents }, _actor, target) => {
    const known = documents[target as keyof World['documents']] ?? unknownId;
    return { params: { documentId: target === 'malformed' ? '1' : known } };
  },

  checkDocument: ({ documents, portal }, _actor, target) => {
    const documentId = documents[target as keyof World['documents']] ?? unknownId;
    const params = { documentId: target === 'malformed' ? '1' : documentId };
    const after = () => portal.db.updateTable('documents').set({ checked_at: null }).execute();
    return { params, body: { checked: true }, after };
  },

  saveMarks: (world, _actor, target, semester) => {
    const [, whose = ''] = target.split('/');
    const cell = { 'Semester 7': 'month1', 'Semester 8': 'month5' }[semester] ?? 'externalViva';
    const group = groupOf(world, whose) ?? world.groups.own;
    // Crossed: the group is one's own to mark, the member is of another.
    const member = at((whose === 'crossed' ? world.groups.foreign : group).ids, 0);
    const marks = { [member]: { [cell]: { marks: Math.floor(Math.random() * 10) } } };
    const groupId = whose === 'crossed' ? world.groups.own.groupId : groupIdOf(world, whose);
    return { body: { semester, groupId, marks } };
  },
  mailGroup: async (world, _actor, target) => {
    if (target === 'ownAgain') return mailedBefore(world);
    const groupId = groupIdOf(world, target === 'foreignMember' ? 'own' : target);
    const again = [at(world.groups.foreign.ids, 0)];
    return { params: { groupId }, ...(target === 'foreignMember' && { body: { again } }) };
  },
  listGroupEmails: inGroup,
  objectToGroup: async (world, _actor, target) => {
    if (target === 'malformed') return { body: { token: 'short' } };
    if (target === 'unknown') return { body: { token: newToken() } };
    const { db, clock } = world.portal;
    const { token } = await anObjection(db, world.groups.own.groupId, clock());
    return { body: { token } };
  },
  settleObjection: async (world, _actor, target) => {
    if (target === 'unknown') return { params: { objectionId: unknownId } };
    if (target === 'malformed') return { params: { objectionId: '1' } };
    const { db, clock } = world.portal;
    const objected_at = target === 'made' ? clock().toISOString() : null;
    const { groupId } = world.groups.own;
    const { objectionId } = await anObjection(db, groupId, clock(), { objected_at });
    return { params: { objectionId } };
  },

  listAudit: (_world, _actor, target) => ({ query: auditQueries[target] ?? {} }),
  exportAudit: (_world, _actor, target) => ({ query: auditQueries[target] ?? {} }),
  listUndeliveredEmails: nothing,
  sendEmailAgain: aLetter,
  dismissEmail: aLetter,
};

/** The ways in which one row is asked: by HEAD as by GET, by the file cookie as by token, for each kind and tab. */
export function variantsOf(name: string, { method }: Endpoint, target: string): readonly string[] {
  if (target.endsWith('cookie')) return ['cookie'];
  if (name === 'openDocument') return ['GET', 'HEAD', 'cookie', 'cookie HEAD'];
  if (name === 'uploadDocument') return UploadKind.options;
  if (name === 'saveMarks') {
    return target.startsWith('Viva') ? ['External Viva'] : ['Semester 7', 'Semester 8'];
  }
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
