import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/tables.ts';
import { createFolderTransport } from '#server/mail/folder.ts';
import { getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { checkEmails, checkOutbox, findStorageViolations, readFrom } from './check-history.ts';
import { addAccount, addGroup } from './fixtures.ts';
import { SeededRandom } from './random.ts';
import {
  saveRandomMarks,
  sendEmails,
  submitRandomProposal,
  uploadRandomFile,
  type WorkloadEffect,
  WorkloadJournal,
} from './workload.ts';

async function createEffects({ db, url, clock }: Portal): Promise<WorkloadEffect[]> {
  const now = clock();
  const journal = new WorkloadJournal();
  const workload = { url, journal, random: new SeededRandom(3) };
  const group = await addGroup(db, url, { now });
  await submitRandomProposal(workload, await addAccount(db, 'student', { now }));
  // Delete the emails queued so far, because the checks are only about emails with feedback.
  await db.deleteFrom('emails').execute();
  await saveRandomMarks(workload, group, 'Semester 7', group.supervisor.token);
  await sendEmails(workload, group);
  await uploadRandomFile(workload, group);
  return journal.effects;
}

async function countViolations(portal: Portal, effects: readonly WorkloadEffect[]) {
  const workspace = {
    db: portal.db,
    readStored: readFrom(join(portal.folder, 'files')),
  };
  const history = await findStorageViolations(workspace, effects, new Date(0));
  const emails = await checkEmails(portal.db, effects);
  const count = (kind: string) =>
    [...history, ...emails].filter((violation) => violation.startsWith(kind)).length;
  return { lost: count('lost: '), torn: count('torn: ') };
}

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
      db
        .updateTable('marks')
        .set({ feedback: 'another' })
        .where('feedback', '=', 'tag2x')
        .execute(),
  ],
  [
    'a missing history entry of a saved mark',
    'lost',
    ({ db }) => deleteChanges(db, 'value_to', 'tag2x'),
  ],
  [
    'a missing history entry of an upload',
    'lost',
    ({ db }) => deleteChanges(db, 'part', 'document'),
  ],
  [
    'a missing fee proof',
    'torn',
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
      const file = join(storedFolder, getItemAt(await readdir(storedFolder), 0));
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
      await rm(join(storedFolder, getItemAt(await readdir(storedFolder), 0)));
    },
  ],
];

test('findStorageViolations and checkEmails report no violations if every write is stored in full', async ({
  portal,
}) => {
  expect(await countViolations(portal, await createEffects(portal))).toEqual({ lost: 0, torn: 0 });
});

test.for(corruptions)(
  'findStorageViolations and checkEmails together report %s as a violation',
  async ([, kind, corrupt], { portal }) => {
    const effects = await createEffects(portal);
    await corrupt(portal);
    expect((await countViolations(portal, effects))[kind]).toBeGreaterThan(0);
  },
);

test('findStorageViolations reports an unacknowledged write only if it is stored partially', async ({
  portal,
}) => {
  const effects = (await createEffects(portal)).map((effect) => ({
    ...effect,
    isAcknowledged: false,
  }));
  const missing: WorkloadEffect = {
    kind: 'group',
    tags: ['missing'],
    isAcknowledged: false,
    askedAt: 0,
  };
  expect(await countViolations(portal, [...effects, missing])).toEqual({ lost: 0, torn: 0 });
  await deleteChanges(portal.db, 'value_to', 'tag2x');
  expect((await countViolations(portal, effects)).torn).toBeGreaterThan(0);
});

test('findStorageViolations reports marks of another member and files with other bytes', async ({
  portal,
}) => {
  const sent = (await createEffects(portal)).filter(({ places }) => places);
  expect(sent.map(({ kind }) => kind)).toEqual(['marks', 'upload']);
  const elsewhere = sent.map((effect) => ({
    ...effect,
    places: new Map(effect.tags.map((tag) => [tag, 'elsewhere'])),
  }));
  expect((await countViolations(portal, elsewhere)).torn).toBe(2);
});

test('checkOutbox reports an email that is marked as sent if its file in the outbox folder is truncated or missing', async ({
  portal,
}) => {
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
