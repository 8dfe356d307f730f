import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { deleteGroup, FullGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { addUser } from '#server/users/add-user.ts';
import { Caller } from '#tools/test/caller.ts';
import { aGroup, aPdf, type Person, password } from '#tools/test/people.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { openInProcess } from '#trust/lib/in-process.ts';

export type Team = {
  groupId: string;
  ids: string[];
  student: Person;
  mates: Person[];
  supervisor: Person;
  examiner: Person;
};

/** A portal with three groups, one of them in the bin, that every pair of worlds is a variation of. */
export async function openBase() {
  const folder = await mkdtemp(join(whereWritingIsQuick, 'two-worlds-'));
  const clock = () => new Date('2027-01-15T10:00:00.000Z');
  const portal = await openInProcess({ dataDir: folder, databaseUrl: undefined }, { clock });
  const { app, db, url } = portal;
  const adminId = await addUser(
    db,
    {
      name: 'The Admin',
      email: 'admin@university.test',
      role: 'admin',
      passwordHash: await hashPassword(password),
    },
    clock(),
  );
  const admin = new Caller(url, (await openSession(db, adminId, clock())).token);
  const own = await aMarkedTeam(admin);
  const foreign = await aMarkedTeam(admin);
  const bin = await aMarkedTeam(admin);
  await admin.call(deleteGroup, { params: { groupId: bin.groupId } });
  const claimer = own.mates[1] ?? own.student;
  await db
    .updateTable('users')
    .set({ email_confirmed_at: null })
    .where('email', '=', claimer.email)
    .execute();

  const raw = new DatabaseSync(join(folder, 'portal.sqlite'), { timeout: 5000 });
  const copy = join(folder, 'base.sqlite');
  raw.exec(`vacuum into '${copy}'; attach '${copy}' as base; pragma foreign_keys = off`);
  // As the database's owner, whom its guards against changes do not bind: each pair of worlds starts anew.
  const triggers = raw.prepare("select name from main.sqlite_master where type = 'trigger'").all();
  for (const { name } of triggers) raw.exec(`drop trigger main.${name}`);
  const tables = raw
    .prepare("select name from main.sqlite_master where type = 'table' and name not like 'sqlite%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('kysely'));
  const kept = join(folder, 'files', 'kept');
  const contents = new Map(readdirSync(kept).map((id) => [id, readFileSync(join(kept, id))]));
  const rewritten = new Set<string>();
  const rewrite = (id: string, content: Buffer) => {
    writeFileSync(join(kept, id), content);
    rewritten.add(id);
  };
  /** All rows and files as they were at first. */
  const restore = () => {
    for (const id of rewritten) writeFileSync(join(kept, id), contents.get(id) ?? '');
    rewritten.clear();
    for (const table of tables) {
      raw.exec(`delete from main.${table}; insert into main.${table} select * from base.${table}`);
    }
  };
  const inOneGo = (work: () => void) => {
    raw.exec('begin immediate');
    work();
    raw.exec('commit');
  };
  const idsOf = (table: string) =>
    raw
      .prepare(`select id from main.${table} order by id`)
      .all()
      .map(({ id }) => String(id));
  const all = { documents: idsOf('documents'), users: idsOf('users') };
  const close = async () => {
    raw.close();
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { app, raw, restore, rewrite, inOneGo, all, close, own, foreign, bin, claimer };
}

export type Base = Awaited<ReturnType<typeof openBase>>;

/** A group of three with accounts, CVs, certificates, a thesis, marks, feedback and emails. */
async function aMarkedTeam(admin: Caller): Promise<Team> {
  const { groupId, student, mates, supervisor, examiner, read } = await aGroup(admin, {
    members: 3,
  });
  const people: Person[] = [];
  for (const { name, email } of mates) {
    await admin.call(register, { body: { name, email, password, file: aPdf('cv.pdf') } });
    people.push({ name, email, caller: await admin.logIn(email, password) });
  }
  const upload = async ({ caller, email }: Person, kind: 'thesis' | 'certificate') =>
    caller.call(uploadDocument, { params: { kind, email }, body: { file: aPdf(`${kind}.pdf`) } });
  await upload(student, 'thesis');
  for (const person of [student, ...people]) await upload(person, 'certificate');
  const { fypGroupMembers } = FullGroup.parse(await read());
  const ids = fypGroupMembers.map(({ _id }) => _id);
  const cell = (marks: number) => ({ marks, feedback: `Feedback of ${marks}.` });
  const marks = Object.fromEntries(
    ids.map((id, index) => [id, { month1: cell(index), proposal: cell(index + 3) }]),
  );
  await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  await supervisor.caller.call(mailGroup, { params: { groupId } });
  return { groupId, ids, student, mates: people, supervisor, examiner };
}
