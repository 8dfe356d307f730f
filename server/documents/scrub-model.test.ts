import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { ReceivedFile } from '#server/storage/received-file.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addDocument, withStoredFiles } from './add-document.ts';
import { checkStoredFiles, deleteOrphanedFiles } from './damage/scrub.ts';

const hourMs = 3_600_000;

type End = 'saved' | 'refused' | 'lost before its commit' | 'lost after its commit';
type Step =
  | { what: 'upload'; end: End }
  | { what: 'begin'; end: End }
  | { what: 'finish' }
  | { what: 'crash' }
  | { what: 'wait'; hours: number }
  | { what: 'scrub' };

const arbitraryEnd = fc.constantFrom<End>(
  'saved',
  'refused',
  'lost before its commit',
  'lost after its commit',
);
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('upload'), end: arbitraryEnd }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('begin'), end: arbitraryEnd }) },
  { weight: 2, arbitrary: fc.constant({ what: 'finish' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'crash' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('wait'), hours: fc.integer({ min: 10, max: 30 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ what: 'scrub' } as const) },
);

/** Simulates the times of stored files, because the test cannot change file timestamps. */
function createSimulation(portal: Portal, owner: { userId: string; name: string }) {
  const since = new Map<string, number>();
  const underWay: { finish: () => void; over: Promise<unknown> }[] = [];
  let now = 0;
  const files: Portal['files'] = {
    ...portal.files,
    keep: async (received, key) => {
      await portal.files.keep(received, key);
      since.set(key, now);
    },
    async *list() {
      for await (const { key } of portal.files.list())
        yield { key, since: new Date(since.get(key) ?? 0) };
    },
  };
  const services = { ...portal, files, clock: () => new Date(now) };

  const save = async (end: End, wait: Promise<void>) => {
    const stored = await files.receive(Readable.from([Buffer.from(randomUUID())]), 100);
    if (!stored) throw new Error('It was not received.');
    const file = new ReceivedFile(
      'cv',
      'cv.pdf',
      { mediaType: 'application/pdf', warning: null },
      stored,
    );
    const work = withStoredFiles(services, [file], async ([storedFile]) => {
      await wait;
      if (end === 'refused') throw new Problem('email-taken', 'No.');
      if (end === 'lost before its commit') throw new Error('Connection terminated');
      const context = { trx: portal.db, services, caller: owner, now: services.clock() };
      if (storedFile) await addDocument(context, storedFile, { userId: owner.userId });
      if (end === 'lost after its commit') throw new Error('Connection terminated');
    });
    await work.catch(() => {});
  };
  const begin = async (end: End) => {
    let finish = () => {};
    const wait = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const before = since.size;
    const over = save(end, wait);
    while (since.size === before) await new Promise((resolve) => setImmediate(resolve));
    underWay.push({ finish, over });
  };
  const finish = async () => {
    const oldest = underWay.shift();
    oldest?.finish();
    await oldest?.over;
  };
  const listStored = async () => {
    const keys: string[] = [];
    for await (const { key } of files.list()) keys.push(key);
    return keys;
  };

  return {
    async take(step: Step) {
      if (step.what === 'upload') await save(step.end, Promise.resolve());
      if (step.what === 'begin') await begin(step.end);
      if (step.what === 'finish') await finish();
      if (step.what === 'crash') {
        const key = randomUUID();
        await writeFile(join(portal.folder, 'files/kept', key), 'left');
        since.set(key, now);
      }
      if (step.what === 'wait') {
        // Finish uploads first: a real upload never takes hours between storing its file and writing its row.
        while (underWay.length > 0) await finish();
        now += step.hours * hourMs;
      }
      if (step.what === 'scrub') await scrub();
    },
    async end() {
      while (underWay.length > 0) await finish();
      await scrub();
      await portal.db.deleteFrom('documents').execute();
      for (const key of await listStored()) await files.remove(key);
    },
  };

  async function scrub() {
    const { leftAlone } = await deleteOrphanedFiles(services);
    const rows = await portal.db.selectFrom('documents').select('id').execute();
    const { missing, altered } = await checkStoredFiles(services);
    expect({ missing, altered }).toEqual({ missing: 0, altered: 0 });
    const names = new Set(await listStored());
    expect(names.size).toBeGreaterThanOrEqual(rows.length + underWay.length);
    if (leftAlone > 0) return;
    const owned = new Set(rows.map(({ id }) => id));
    const old = [...names].filter((key) => now - (since.get(key) ?? 0) > 24 * hourMs);
    expect(old.filter((key) => !owned.has(key))).toEqual([]);
  }
}

test('after any sequence of uploads and failures, the scrub deletes exactly the files older than a day that have no database row', async ({
  portal,
}) => {
  const owner = await createTestUser(portal);
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStep, { minLength: 10, maxLength: 20 }), async (steps) => {
      const fixture = createSimulation(portal, owner);
      for (const step of steps) await fixture.take(step);
      await fixture.end();
    }),
    { numRuns: 15, seed: 20_270_115 },
  );
});
