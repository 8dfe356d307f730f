import { createHash } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { Db } from '#server/db/tables.ts';
import { folderTransport } from '#server/mail/folder.ts';
import { aTeam, at } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { fileOf } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { checkEmails, checkHistory, checkOutbox } from './check-history.ts';
import type { Effect } from './work.ts';

/** A group with one of each effect, all of them acknowledged. */
async function aHistory(portal: Portal): Promise<Effect[]> {
  const team = await aTeam(portal, { title: 'tag1x' });
  const [one, two] = [at(team.ids, 0), at(team.ids, 1)];
  const { groupId, student, supervisor } = team;
  const marks = {
    [one]: { month1: { marks: 1, feedback: 'tag2x' } },
    [two]: { month1: { marks: 2, feedback: 'tag3x' } },
  };
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  const { queued } = await supervisor.caller.call(mailGroup, { params: { groupId } });
  const content = pdf({ title: 'tag4x' });
  const { document } = await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: fileOf(content, 'tag4x.pdf') },
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const token = student.caller.token ?? '';
  const part = 'month1' as const;
  const cells = [
    { memberId: one, part, tag: 'tag2x' },
    { memberId: two, part, tag: 'tag3x' },
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

/** How much is lost and torn. */
async function violations(portal: Portal, effects: readonly Effect[]) {
  const place = { db: portal.db, filesFolder: join(portal.folder, 'files'), url: portal.url };
  const history = await checkHistory(place, effects, new Date(0));
  const emails = await checkEmails(portal.db, effects);
  const count = (kind: string) =>
    [...history, ...emails].filter((violation) => violation.startsWith(kind)).length;
  return { lost: count('lost: '), torn: count('torn: ') };
}

/** Removes changes, for which their guard has to go: no call can do it. */
async function loseChanges(db: Db, column: 'value_to' | 'part', value: string) {
  await sql`drop trigger changes_no_delete`.execute(db);
  await db.deleteFrom('changes').where(column, '=', value).execute();
}

const damages: [string, 'lost' | 'torn', (portal: Portal) => Promise<unknown>][] = [
  ['a mark', 'torn', ({ db }) => db.deleteFrom('marks').where('feedback', '=', 'tag2x').execute()],
  [
    'an altered mark',
    'torn',
    ({ db }) =>
      db.updateTable('marks').set({ feedback: 'tag9x' }).where('feedback', '=', 'tag2x').execute(),
  ],
  ['one change of a save', 'lost', ({ db }) => loseChanges(db, 'value_to', 'tag2x')],
  ['the change of an upload', 'lost', ({ db }) => loseChanges(db, 'part', 'document')],
  [
    'a fee proof',
    'lost',
    ({ db }) => db.deleteFrom('documents').where('kind', '=', 'feeProof').execute(),
  ],
  ['an email', 'lost', ({ db }) => db.deleteFrom('emails').execute()],
  [
    'an email twice',
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
      const kept = join(folder, 'files/kept');
      const file = join(kept, at(await readdir(kept), 0));
      const bytes = await readFile(file);
      bytes.reverse();
      await writeFile(file, bytes);
    },
  ],
  [
    'a missing file',
    'torn',
    async ({ folder }) => {
      const kept = join(folder, 'files/kept');
      await rm(join(kept, at(await readdir(kept), 0)));
    },
  ],
];

test('what is whole is found whole', async ({ portal }) => {
  expect(await violations(portal, await aHistory(portal))).toEqual({ lost: 0, torn: 0 });
});

test.for(damages)('the check of a history sees %s', async ([, kind, damage], { portal }) => {
  const effects = await aHistory(portal);
  await damage(portal);
  expect((await violations(portal, effects))[kind]).toBeGreaterThan(0);
});

test('what was not acknowledged may be missing, but not in part', async ({ portal }) => {
  const effects = (await aHistory(portal)).map((effect) => ({ ...effect, isAcknowledged: false }));
  const missing: Effect = { kind: 'group', title: 'tag8x', members: 3, isAcknowledged: false };
  expect(await violations(portal, [...effects, missing])).toEqual({ lost: 0, torn: 0 });
  await loseChanges(portal.db, 'value_to', 'tag2x');
  expect((await violations(portal, effects)).torn).toBeGreaterThan(0);
});

test('an email that counts as sent has its whole file, or the check sees it', async ({
  portal,
}) => {
  await aHistory(portal);
  const folder = join(portal.folder, 'outbox');
  await portal.deliver(await folderTransport(folder, 'portal@university.test'));
  const lost = async () => (await checkOutbox(portal.db, folder, new Date(0))).length;
  expect(await lost()).toBe(0);
  const [one, two] = await readdir(folder);
  await truncate(join(folder, one ?? ''), 500);
  expect(await lost()).toBe(1);
  await rm(join(folder, two ?? ''));
  expect(await lost()).toBe(2);
});
