import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { exportBoard, findBoard } from '#contract/board.ts';
import { maxListedVersions, uploadDocument } from '#contract/documents.ts';
import {
  deleteGroup,
  FullGroup,
  findGroup,
  listAssignedGroups,
  listGroups,
} from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { findInsights } from '#contract/insights.ts';
import { submissionStates } from '#contract/rules/submissions.ts';
import { listCertificates } from '#contract/students/certificates.ts';
import { listUsers, User } from '#contract/users.ts';
import { toSortKey } from '#contract/values/sort-key.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

async function moreGroups({ db }: Portal, { groupId }: TestGroup, count: number) {
  const group = await db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where('group_id', '=', groupId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    const name = `BSCS-2028-${String(index).padStart(4, '0')}`;
    const groupKeys = { id, name, name_key: name, sort_key: toSortKey(name), submission_hash: id };
    await db
      .insertInto('groups')
      .values({ ...group, ...groupKeys })
      .execute();
    const person = { email: `${id}@university.test`, roll: id, roll_key: id, user_id: null };
    await db
      .insertInto('members')
      .values({ ...member, id: randomUUID(), group_id: id, ...person })
      .execute();
    names.push(name);
  }
  return names;
}

async function moreChanges({ db, adminId, clock }: Portal, { groupId }: TestGroup, count: number) {
  const { last } = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  const lines = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    group_id: groupId,
    part: 'group',
    field: 'title',
    value_from: String(index),
    value_to: String(index + 1),
    changed_by: adminId,
    changed_by_name: 'The Admin',
    changed_at: new Date(clock().getTime() + (Number(last) + index) * 1000).toISOString(),
    sequence: Number(last) + 1 + index,
  }));
  await db.insertInto('changes').values(lines).execute();
}

describe('a list that is longer than one batch', () => {
  test('contains each group once on the board, among certificates, in charts and in exports', async ({
    portal,
  }) => {
    const { admin, db } = portal;
    const team = await createTestGroup(portal, { size: 1 });
    const names = [team.group.fypGroupName, ...(await moreGroups(portal, team, 210))];
    const neighbour = await createTestGroup(portal, { size: 1 });
    await admin.call(deleteGroup, { params: { groupId: neighbour.groupId } });

    const { deadlines } = await admin.call(findBoard, {});
    const states = await Promise.all(
      submissionStates.map((state) =>
        admin.call(findBoard, { query: { state, deadline: getItemAt(deadlines, 0)._id } }),
      ),
    );
    expect(states.reduce((sum, { total }) => sum + total, 0)).toBe(names.length);

    const { rows, total, counts } = await admin.call(listCertificates, { query: {} });
    expect(rows.map(({ fypGroupName }) => fypGroupName)).toEqual(names);
    expect([total, counts.missing]).toEqual([names.length, names.length]);
    const page = await admin.call(listCertificates, { query: { page: 3, limit: 100 } });
    expect(page.rows).toEqual(rows.slice(200));

    const { handedIn, load } = await admin.call(findInsights, {});
    expect(handedIn[0]).toMatchObject({ kind: 'proposal', have: 1, of: names.length });
    expect(load).toMatchObject([{ groups: names.length, students: names.length }]);

    const groups = await db.selectFrom('groups').select(['id', 'name']).execute();
    const ids = new Map(groups.map(({ id, name }) => [name, id]));
    const reversed = names.slice(1).reverse();
    const body = { groupIds: reversed.map((name) => ids.get(name)), columns: [], marks: false };
    const lines = (await (await admin.request(exportBoard, { body })).text()).split('\r\n');
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(reversed);
  });

  test('contains all groups in order, in a single reply or in pages', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const names = [team.group.fypGroupName, ...(await moreGroups(portal, team, 90))];
    const all = await portal.admin.call(listGroups);
    expect(all.groups.map(({ fypGroupName }) => fypGroupName)).toEqual(names);
    expect(all.total).toBe(91);
    for (const group of all.groups) {
      expect(FullGroup.strict().parse(group)).toEqual(group);
      expect(group.fypGroupMembers.length).toBeGreaterThan(0);
    }
    const page = await portal.admin.call(listGroups, { query: { page: 2, limit: 45 } });
    expect(page).toEqual({ groups: all.groups.slice(45, 90), total: 91 });
    const none = await portal.admin.call(listGroups, { query: { q: 'nobody at all' } });
    expect(none).toEqual({ groups: [], total: 0 });
    for (const { caller } of [team.supervisor, { caller: portal.admin }]) {
      const { allGroups } = await caller.call(listAssignedGroups);
      expect(allGroups).toEqual(all.groups);
    }
    const head = await portal.admin.fetch(listGroups.path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('contains all users, without their password hashes', async ({ portal }) => {
    const row = await portal.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', portal.adminId)
      .executeTakeFirstOrThrow();
    const otherUsers = Array.from({ length: 1100 }, () => ({ ...row, id: randomUUID() }));
    for (let at = 0; at < otherUsers.length; at += 100) {
      const batch = otherUsers.slice(at, at + 100);
      await portal.db
        .insertInto('users')
        .values(batch.map((user) => ({ ...user, role: 'student', email: `${user.id}@u.test` })))
        .execute();
    }
    const { users, total } = await portal.admin.call(listUsers);
    expect(total).toBe(1101);
    expect(new Set(users.map(({ _id }) => _id)).size).toBe(1101);
    for (const user of users) expect(User.strict().parse(user)).toEqual(user);
  });

  test('is replaced by an error reply if its first batch cannot be read', async ({ portal }) => {
    await createTestGroup(portal);
    const { db } = portal;
    await sql`alter table marks rename to unreadable_marks`.execute(db);
    const response = await portal.admin.request(listGroups);
    expect(await readRefusal(response)).toMatchObject({ status: 500, code: 'fault' });
    await sql`alter table unreadable_marks rename to marks`.execute(db);
  });
});

describe('the history of a group', () => {
  test('is paged newest first, and new entries do not shift the pages', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await moreChanges(portal, team, 120);
    const params = { groupId: team.groupId };
    const first = await portal.admin.call(listChanges, { params });
    expect(first.changes).toHaveLength(50);
    expect(first.changes[0]?.to).toBe('120');
    await moreChanges(portal, team, 3);
    const seen = first.changes.map((change) => JSON.stringify(change));
    let { older } = first;
    while (older !== null) {
      const query = { before: older, limit: 40 };
      const page = await portal.admin.call(listChanges, { params, query });
      expect(page.changes.length).toBeLessThanOrEqual(40);
      seen.push(...page.changes.map((change) => JSON.stringify(change)));
      older = page.older;
    }
    const { all } = await portal.db
      .selectFrom('changes')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .where('group_id', '=', team.groupId)
      .executeTakeFirstOrThrow();
    expect(seen).toHaveLength(Number(all) - 3);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

test('the details of a group list at most maxListedVersions versions of a file, newest first, while the rows of older versions remain', async ({
  portal,
}) => {
  const { student, groupId } = await createTestGroup(portal);
  for (let version = 1; version <= maxListedVersions + 2; version += 1) {
    const file = toFile(buildPdf({ title: `Version ${version}` }), 'thesis.pdf');
    const params = { kind: 'thesis' as const, email: student.email };
    await student.caller.call(uploadDocument, { params, body: { file } });
  }
  const params = { email: student.email };
  const { group } = await student.caller.call(findGroup, { params });
  const theses = group.documents.filter(({ kind }) => kind === 'thesis');
  expect(theses.map(({ version }) => version)).toEqual(
    Array.from({ length: maxListedVersions }, (_, index) => maxListedVersions + 2 - index),
  );
  expect(group.thesisUrl).toBe(theses[0]?.url);
  expect(group.documents.some(({ kind }) => kind === 'proposal')).toBe(true);
  expect(group.documents.some(({ kind }) => kind === 'feeProof')).toBe(true);
  const rows = portal.db.selectFrom('documents').select('id').where('group_id', '=', groupId);
  const storedFiles = await rows.where('kind', '=', 'thesis').execute();
  expect(storedFiles).toHaveLength(maxListedVersions + 2);
});
