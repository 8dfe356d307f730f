import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup, type FullGroup } from '#contract/groups.ts';
import { updateUser } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import { endSession, openSession } from '#server/session/sessions.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
} from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildDerivedUserColumns } from '#server/users/account-keys.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';

export type MatrixActor = {
  userId: string;
  name: string;
  email: string;
  token: string | undefined;
  fileToken: string | undefined;
  sessionId: string;
};

type Who = Pick<MatrixActor, 'userId' | 'name' | 'email'>;
const hour = 3_600_000;

export async function openActorSession(
  portal: Pick<Portal, 'clock' | 'db'>,
  { userId, name, email }: Who,
  hoursAgo = 0,
) {
  const since = new Date(portal.clock().getTime() - hoursAgo * hour);
  const { token, fileToken } = await openSession(portal.db, userId, since);
  const { id: sessionId } = await portal.db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { userId, name, email, token, fileToken, sessionId };
}

/** Creates actors without access. Most of them were admins, so that tests detect any access that they still have. */
async function createRevokedActors(portal: MatrixPortal): Promise<Record<string, MatrixActor>> {
  const someone = async (role: Role = 'admin') =>
    openActorSession(portal, await createTestUser(portal, role));
  const nobody = {
    ...(await createTestUser(portal)),
    token: undefined,
    fileToken: undefined,
    sessionId: randomUUID(),
  };
  const gone = {
    nobody,
    forged: { ...nobody, token: createToken(), fileToken: createToken() },
    blocked: await someone(),
    blockedMeanwhile: await someone(),
    idle: await openActorSession(portal, await createTestUser(portal, 'admin'), 12.1),
    tooLong: await openActorSession(portal, await createTestUser(portal, 'admin'), 7 * 24 + 0.1),
    loggedOut: await someone(),
    removed: await someone(),
    roleChanged: await someone(),
    passwordChanged: await someone(),
  };
  const { db } = portal;
  const only = (who: MatrixActor) => ({ params: { userId: who.userId } });
  await portal.admin.call(updateUser, { ...only(gone.blocked), body: { blocked: true } });
  await db
    .updateTable('sessions')
    .set({ last_seen_at: portal.clock().toISOString() })
    .where('id', '=', gone.tooLong.sessionId)
    .execute();
  // Blocking the account directly in the database does not end its session.
  await db
    .updateTable('users')
    .set({ blocked_at: portal.clock().toISOString() })
    .where('id', '=', gone.blockedMeanwhile.userId)
    .execute();
  await endSession(db, gone.loggedOut.sessionId);
  await db.deleteFrom('users').where('id', '=', gone.removed.userId).execute();
  await portal.admin.call(updateUser, { ...only(gone.roleChanged), body: { role: 'faculty' } });
  const password = 'quite another passphrase';
  await portal.admin.call(updateUser, { ...only(gone.passwordChanged), body: { password } });
  return gone;
}

/** Parts of a portal that the access matrix needs. The portal may run in another process. */
export type MatrixPortal = Pick<
  Portal,
  'admin' | 'adminId' | 'clock' | 'content' | 'db' | 'logInAs' | 'folder' | 'url'
>;

/** Creates an actor for each column of the access matrix. May be called several times for one portal. */
export async function addMatrixFixture<Where extends MatrixPortal>(portal: Where) {
  const team = await createTestGroup(portal, { size: 3 });
  const foreign = await createTestGroup(portal);
  const bin = await createTestGroup(portal, { size: 1, supervisor: team.supervisor.name });
  const params = { groupId: bin.groupId };
  const body = { externalExaminer: team.examiner.name };
  await portal.admin.call(updateGroup, { params, body });
  await portal.admin.call(deleteGroup, { params });

  const claimer = getItemAt(team.students, 2);
  await removeEmailConfirmation(portal.db, claimer.userId);
  const admin = { userId: portal.adminId, name: 'The Admin', email: 'admin@university.test' };
  // Give two students the names of the supervisor and the examiner: a name must not grant any access.
  const anEmail = () => buildEmailAddress(createUniqueName('Namesake'));
  const fresh = await createTestUser(portal, 'student', team.supervisor.name, anEmail());
  const former = await openActorSession(
    portal,
    await createTestUser(portal, 'admin', team.examiner.name, anEmail()),
  );
  await portal.db
    .updateTable('users')
    .set({ role: 'student', ...buildDerivedUserColumns({ ...former, role: 'student' }) })
    .where('id', '=', former.userId)
    .execute();
  const live: Record<string, MatrixActor> = {
    fresh: await openActorSession(portal, fresh),
    binned: await openActorSession(portal, bin.student),
    claimer: await openActorSession(portal, claimer),
    member: await openActorSession(portal, team.student),
    mate: await openActorSession(portal, getItemAt(team.students, 1)),
    other: await openActorSession(portal, foreign.student),
    former,
    super: await openActorSession(portal, team.supervisor),
    examiner: await openActorSession(portal, team.examiner),
    namesake: await openActorSession(
      portal,
      await createTestUser(portal, 'faculty', team.supervisor.name, anEmail()),
    ),
    faculty: await openActorSession(portal, foreign.supervisor),
    admin: await openActorSession(portal, admin),
  };
  const groups = { own: team, foreign, bin };
  const documents = {
    own: getProposalSchema(team.group),
    ownFeeProof: feeProofOf(team.group, 0),
    mateFeeProof: feeProofOf(team.group, 1),
    thirdFeeProof: feeProofOf(team.group, 2),
    foreign: getProposalSchema(foreign.group),
    foreignFeeProof: feeProofOf(foreign.group, 0),
    bin: getProposalSchema(bin.group),
    ownCv: await addCv(portal, team.student),
  };
  return { portal, live, gone: await createRevokedActors(portal), groups, documents };
}

export type MatrixFixture = Awaited<ReturnType<typeof addMatrixFixture<MatrixPortal>>>;

const idIn = (url: string | null) => url?.split('/').at(-1) ?? '';
const getProposalSchema = (group: FullGroup) => idIn(group.proposalUrl);
const feeProofOf = (group: FullGroup, index: number) =>
  idIn(getItemAt(group.fypGroupMembers, index).feeProofPath);

async function addCv(portal: MatrixPortal, { userId, name }: Who): Promise<string> {
  const content = buildPdf({ title: 'CV' });
  const id = randomUUID();
  await writeFile(join(portal.folder, 'files', 'kept', id), content);
  await portal.db
    .insertInto('documents')
    .values({
      id,
      kind: 'cv',
      user_id: userId,
      version: 1,
      name: 'cv.pdf',
      media_type: 'application/pdf',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      uploaded_by: userId,
      uploaded_by_name: name,
      uploaded_at: portal.clock().toISOString(),
    })
    .execute();
  return id;
}
