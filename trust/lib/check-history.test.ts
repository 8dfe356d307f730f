import { createHash } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { Db } from '#server/db/tables.ts';
import { createFolderTransport } from '#server/mail/folder.ts';
import { at, createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { checkEmails, checkHistory, checkOutbox } from './check-history.ts';
import type { Effect } from './workload.ts';

/** Creates a group with marks, emails and an upload. Returns them as acknowledged effects. */
async function createEffects(portal: Portal): Promise<Effect[]> {
  const group = await createTestGroup(portal, { title: 'tag1x' });
  const [firstId, secondId] = [at(group.ids, 0), at(group.ids, 1)];
  const { groupId, student, supervisor } = group;
  const marks = {
    [firstId]: { month1: { marks: 1, feedback: 'tag2x' } },
    [secondId]: { month1: { marks: 2, feedback: 'tag3x' } },
  };
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  const { queued } = await supervisor.caller.call(mailGroup, { params: { groupId } });
  const content = buildPdf({ title: 'tag4x' });
  const { document } = await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: toFile(content, 'tag4x.pdf') },
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const token = student.caller.token ?? '';
  const part = 'month1' as const;
  const cells = [
    { memberId: firstId, part, tag: 'tag2x' },
    { memberId: secondId, part, tag: 'tag3x' },
  ];
  const isAcknowledged = true;
  return [
    { isAcknowledged, kind: 'group', title: 'tag1x', members: 2 },
    { isAcknowledged, kind: 'marks', groupId, cells },
    { isAcknowledged, kind: 'emails', groupId, queued },
    {
      isAcknowledged,
      kind: 'upload',
      groupId,
      name: 'tag4x.pdf',
      sha256,
      url: document.url,
      token,
    },
  ];
}

async function countViolations(portal: Portal, effects: readonly Effect[]) {
  const workspace = { db: portal.db, filesFolder: join(portal.folder, 'files'), url: portal.url };
  const history = await checkHistory(workspace, effects, new Date(0));
  const emails = await checkEmails(portal.db, effects);
  const count = (kind: string) =>
    [...history, ...emails].filter((violation) => violation.startsWith(kind)).length;
  return { lost: count('lost: '), torn: count('torn: ') };
}

/** Deletes rows of the table `changes` after dropping the trigger that forbids this. */
async function deleteChanges(db: Db, column: 'value_to' | 'part', value: string) {
  await sql`drop trigger changes_no_delete`.execute(db);
  await db.deleteFrom('changes').where(column, '=', value).execute();
}

const corruptions: [string, 'lost' | 'torn', (portal: Portal) => Promise<unknown>][] = [
  [
    'a missing mark',
    'torn',
    ({ db }) => db.deleteFrom('marks').where('feedback', '=', 'tag2x').execute(),
  ],
  [
    'an altered mark',
    'torn',
    ({ db }) =>
      db.updateTable('marks').set({ feedback: 'tag9x' }).where('feedback', '=', 'tag2x').execute(),
  ],
  ['a missing change of a save', 'lost', ({ db }) => deleteChanges(db, 'value_to', 'tag2x')],
  ['a missing change of an upload', 'lost', ({ db }) => deleteChanges(db, 'part', 'document')],
  [
    'a missing fee proof',
    'lost',
    ({ db }) => db.deleteFrom('documents').where('kind', '=', 'feeProof').execute(),
  ],
  ['a missing email', 'lost', ({ db }) => db.deleteFrom('emails').execute()],
  [
    'a duplicate email',
    'torn',
    async ({ db }) => {
      const email = await db.selectFrom('emails').selectAll().executeTakeFirstOrThrow();
      await db
        .insertInto('emails')
        .values({ ...email, id: 'another', message_id: 'another' })
        .execute();
    },
  ],
  [
    'an altered file',
    'torn',
    async ({ folder }) => {
      const storedFolder = join(folder, 'files/kept');
      const file = join(storedFolder, at(await readdir(storedFolder), 0));
      const bytes = await readFile(file);
      bytes.reverse();
      await writeFile(file, bytes);
    },
  ],
  [
    'a missing file',
    'torn',
    async ({ folder }) => {
      const storedFolder = join(folder, 'files/kept');
      await rm(join(storedFolder, at(await readdir(storedFolder), 0)));
    },
  ],
];

test('checkHistory and checkEmails accept writes that are stored in full', async ({ portal }) => {
  expect(await countViolations(portal, await createEffects(portal))).toEqual({ lost: 0, torn: 0 });
});

test.for(corruptions)(
  'checkHistory and checkEmails report %s',
  async ([, kind, corrupt], { portal }) => {
    const effects = await createEffects(portal);
    await corrupt(portal);
    expect((await countViolations(portal, effects))[kind]).toBeGreaterThan(0);
  },
);

test('checkHistory accepts unacknowledged writes that are not stored at all, but reports those that are stored partially', async ({
  portal,
}) => {
  const effects = (await createEffects(portal)).map((effect) => ({
    ...effect,
    isAcknowledged: false,
  }));
  const missing: Effect = { kind: 'group', title: 'tag8x', members: 3, isAcknowledged: false };
  expect(await countViolations(portal, [...effects, missing])).toEqual({ lost: 0, torn: 0 });
  await deleteChanges(portal.db, 'value_to', 'tag2x');
  expect((await countViolations(portal, effects)).torn).toBeGreaterThan(0);
});

test('checkOutbox reports a sent email if its file is truncated or missing', async ({ portal }) => {
  await createEffects(portal);
  const folder = join(portal.folder, 'outbox');
  await portal.deliver(await createFolderTransport(folder, 'portal@university.test'));
  const countLost = async () => (await checkOutbox(portal.db, folder, new Date(0))).length;
  expect(await countLost()).toBe(0);
  const [firstId, secondId] = await readdir(folder);
  await truncate(join(folder, firstId ?? ''), 500);
  expect(await countLost()).toBe(1);
  await rm(join(folder, secondId ?? ''));
  expect(await countLost()).toBe(2);
});
