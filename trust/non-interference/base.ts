import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { saveDraft } from '#contract/drafts.ts';
import { deleteGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { addMessage, type DiscussionThread } from '#contract/messages/discussion.ts';
import { removeEmailConfirmation } from '#server/test/people.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdfFile, testUserPassword } from '#tools/test/people.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { type Account, addAccount, addGroup } from '#trust/lib/fixtures.ts';
import { type InProcessPortal, openInProcessPortal } from '#trust/lib/processes/in-process.ts';

export type Person = Pick<Account, 'name' | 'email' | 'token'>;
const clock = () => new Date('2027-01-15T10:00:00.000Z');

/** Opens a portal with three groups, one of them deleted. Its data is the starting point for all variants. */
export async function openBasePortal() {
  const folder = await mkdtemp(join(fastTempFolder, 'non-interference-'));
  const portal = await openInProcessPortal({ dataDir: folder, databaseUrl: undefined }, clock);
  const { app, db } = portal;
  const admin = await addAccount(db, 'admin', { now: clock() });
  const viewerGroup = await addMarkedGroup(portal, admin);
  const foreign = await addMarkedGroup(portal, admin);
  const bin = await addMarkedGroup(portal, admin);
  const params = { groupId: bin.groupId };
  await new ApiCaller(portal.url, admin.token).call(deleteGroup, { params });
  const claimer = viewerGroup.mates[1] ?? viewerGroup.student;
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', claimer.email)
    .executeTakeFirstOrThrow();
  await removeEmailConfirmation(db, id);
  const raw = new DatabaseSync(join(folder, 'portal.sqlite'), { timeout: 5000 });
  const listIds = (table: string) =>
    raw
      .prepare(`select id from main.${table} order by id`)
      .all()
      .map(({ id }) => String(id));
  const all = {
    documents: listIds('documents'),
    users: listIds('users'),
    messages: listIds('discussion_messages'),
  };
  const close = async () => {
    raw.close();
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    app,
    raw,
    ...createSnapshot(raw, folder),
    all,
    close,
    viewerGroup,
    foreign,
    bin,
    claimer,
  };
}

function createSnapshot(raw: DatabaseSync, folder: string) {
  const copy = join(folder, 'base.sqlite');
  raw.exec(`vacuum into '${copy}'; attach '${copy}' as base; pragma foreign_keys = off`);
  const listNames = (type: string) =>
    raw
      .prepare('select name from main.sqlite_master where type = ?')
      .all(type)
      .map(({ name }) => String(name));
  // Drop all triggers, because some of them reject changes to rows that the variants need to change.
  for (const name of listNames('trigger')) raw.exec(`drop trigger main.${name}`);
  const tables = listNames('table').filter((name) => !/^(sqlite|kysely)/.test(name));
  const storedFolder = join(folder, 'files', 'kept');
  const contents = new Map(
    readdirSync(storedFolder).map((id) => [id, readFileSync(join(storedFolder, id))]),
  );
  return {
    rewrite(id: string, content: Buffer) {
      writeFileSync(join(storedFolder, id), content);
    },
    /** Restores the base data and calls `change` to vary it, in one transaction. */
    createVariant(change: () => void) {
      raw.exec('begin immediate');
      // Requests remove files, and earlier variants have rewritten some.
      for (const [id, content] of contents) writeFileSync(join(storedFolder, id), content);
      for (const table of tables)
        raw.exec(
          `delete from main.${table}; insert into main.${table} select * from base.${table}`,
        );
      change();
      raw.exec('commit');
    },
  };
}

export type BasePortal = Awaited<ReturnType<typeof openBasePortal>>;

async function addMarkedGroup({ db, url }: InProcessPortal, admin: Account) {
  const group = await addGroup(db, url, { members: 3, admin, now: clock() });
  const { groupId, memberIds, student, supervisor, examiner } = group;
  const mates: Person[] = [];
  for (const { name, email } of group.mates) {
    const visitor = new ApiCaller(url);
    await visitor.call(register, {
      body: { name, email, password: testUserPassword, file: buildPdfFile('cv.pdf') },
    });
    const { token = '' } = await visitor.logIn(email, testUserPassword);
    mates.push({ name, email, token });
  }
  const upload = ({ token, email }: Person, kind: 'thesis' | 'certificate') =>
    new ApiCaller(url, token).call(uploadDocument, {
      params: { kind, email },
      body: { file: buildPdfFile(`${kind}.pdf`) },
    });
  await upload(student, 'thesis');
  for (const person of [student, ...mates]) await upload(person, 'certificate');
  const cell = (marks: number) => ({ marks, feedback: `Feedback of ${marks}.` });
  const marks = Object.fromEntries(
    memberIds.map((id, index) => [id, { month1: cell(index), proposal: cell(index + 3) }]),
  );
  const caller = new ApiCaller(url, supervisor.token);
  await caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  await caller.call(mailGroup, { params: { groupId } });
  for (const { token } of [supervisor, student, ...mates]) {
    const body = { copyId: randomUUID(), value: '"Typed, but not saved."' };
    await new ApiCaller(url, token).call(saveDraft, { params: { key: 'proposal' }, body });
  }
  for (const author of [student, supervisor]) await addDiscussion(url, author, groupId, 'group');
  for (const author of [supervisor, examiner]) await addDiscussion(url, author, groupId, 'staff');
  return { groupId, ids: memberIds, student, mates, supervisor, examiner };
}

/** Adds a message with a file and one about a milestone to a thread. */
async function addDiscussion(
  url: string,
  { name, token }: Person,
  groupId: string,
  thread: DiscussionThread,
): Promise<void> {
  const params = { groupId, thread };
  const add = (body: object) =>
    new ApiCaller(url, token).call(addMessage, {
      params,
      body: { messageId: randomUUID(), text: `A question of ${name}`, ...body },
    });
  await add({ file: buildPdfFile('notes.pdf') });
  await add({ about: { kind: 'milestone', id: 'month1' } });
}
