import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { submitDocument, uploadDocument } from '#contract/documents.ts';
import { prepareDownload } from '#contract/exports/downloads.ts';
import { listChanges } from '#contract/history.ts';
import { toFileTarget } from '#server/backup/archive-file.ts';
import { backUp } from '#server/backup/back-up.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { checkStoredFiles, deleteOrphanedFiles } from '#server/documents/damage/scrub.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { createTestGroup, dateBeforeReports } from '#server/test/people.ts';
import {
  createBackupArchive,
  createEmptyDataLocation,
  listDatabaseKinds,
  readDataLocation,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildFile,
  listKeys,
  listVersions,
  readAsStudent,
  thesisDeadline,
  upload,
} from '#server/test/records/versions.ts';
import { expectRefusal, expectRefusalWhenSending } from '#server/test/refusal.ts';

describe('an upload of a sixth version', () => {
  test('removes the oldest version, but keeps its row, and records the removal in the history and the audit trail', async ({
    portal,
  }) => {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    await upload(portal, neighbour, 5);
    await upload(portal, team, 5);
    const entries = await listAddedEntries(portal, () => upload(portal, team, 1));
    expect(entries.filter((entry) => entry.startsWith('document-removed'))).toEqual([
      `document-removed: Thesis of ${team.group.fypGroupName}: thesis.pdf (version 1): only the latest 5 are kept`,
    ]);
    expect((await listVersions(portal, team)).stored).toEqual([2, 3, 4, 5, 6]);
    expect((await listVersions(portal, neighbour)).stored).toEqual([1, 2, 3, 4, 5]);
    const { group } = await readAsStudent(portal, team);
    const theses = group.documents.filter(({ kind }) => kind === 'thesis');
    expect(theses.map(({ version, removed }) => [version, removed !== null])).toEqual([
      [6, false],
      [5, false],
      [4, false],
      [3, false],
      [2, false],
      [1, true],
    ]);
    const removed = { at: theses[0]?.uploadedAt, by: null, reason: null };
    expect(theses.at(-1)?.removed).toEqual(removed);
    expect(group.thesisUrl).toBe(theses[0]?.url);
    const { changes } = await portal.admin.call(listChanges, {
      params: { groupId: team.groupId },
      query: {},
    });
    expect(changes.filter(({ from }) => from?.startsWith('thesis.pdf'))).toMatchObject([
      { field: 'thesis', from: 'thesis.pdf (version 1)', to: 'only the latest 5 are kept' },
    ]);
  });

  test('makes the removed version unavailable for downloads, archives and later deadlines', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await upload(portal, team, 6);
    const { caller, group } = await readAsStudent(portal, team);
    const first = group.documents.find(({ kind, removed }) => kind === 'thesis' && removed);
    for (const reader of [caller, portal.admin]) {
      const send = () => reader.fetch(first?.url ?? '');
      expect(await expectRefusalWhenSending(portal, send)).toMatchObject({
        status: 404,
        message:
          'Version 1 of this file was removed on 15 January 2027 because only the latest 5 are kept.',
      });
    }
    const refused = await expectRefusal(portal, caller, submitDocument, {
      params: { documentId: first?._id },
      body: { deadline: thesisDeadline },
    });
    expect(refused.message).toContain('was removed on');
    const { kinds } = await portal.admin.call(prepareDownload, {
      body: { groupIds: [team.groupId], kinds: ['thesis'], dryRun: true },
    });
    expect(kinds.find(({ kind }) => kind === 'thesis')?.files).toBe(1);
  });

  test('deletes the bytes, or leaves that to the integrity check, which reports no file as missing', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await upload(portal, team, 6);
    expect(await listKeys(portal)).toHaveLength(2 + 5);
    const removeFile = portal.files.remove;
    portal.files.remove = () => Promise.reject(new Error('The store is unavailable.'));
    await upload(portal, team, 3);
    portal.files.remove = removeFile;
    const { rows, stored } = await listVersions(portal, team);
    const before = await listKeys(portal);
    expect(before).toHaveLength(2 + 8);
    expect(await checkStoredFiles(portal)).toMatchObject({ missing: 0, files: 2 + stored.length });
    expect(await deleteOrphanedFiles(portal)).toMatchObject({ orphans: 3, leftAlone: 0 });
    const keys = await listKeys(portal);
    expect(keys.toSorted()).toEqual(
      before
        .filter((key) => rows.every(({ id, removed_at }) => id !== key || removed_at === null))
        .toSorted(),
    );
    expect(await checkStoredFiles(portal)).toMatchObject({ missing: 0, files: 2 + stored.length });
  });

  test.for<[string, (portal: Portal) => Promise<object>, object]>([
    [
      'a backup',
      (portal) => backUp(portal, toFileTarget(join(portal.folder, 'portal.backup'))),
      { files: 6, damaged: [] },
    ],
    ['the integrity check', checkStoredFiles, { files: 6, missing: 0, altered: 0 }],
  ])(
    'is not reported as damage of the removed file if it happens during %s',
    async ([, read, expected], { portal }) => {
      const team = await createTestGroup(portal, { size: 1 });
      await upload(portal, team, 5);
      const { sizeOf, open } = portal.files;
      const uploadOnce = async () => {
        Object.assign(portal.files, { sizeOf, open });
        await upload(portal, team, 1);
      };
      // All rows were read before the first file.
      portal.files.sizeOf = async (key) => {
        await uploadOnce();
        return sizeOf(key);
      };
      portal.files.open = (key) => {
        const read = async function* () {
          await uploadOnce();
          yield* open(key);
        };
        return Readable.from(read());
      };
      expect(await read(portal)).toMatchObject(expected);
      expect(await portal.db.selectFrom('damaged_files').selectAll().execute()).toEqual([]);
    },
  );

  test('does not affect backups: an archive contains the rows of removed files without their bytes', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await upload(portal, team, 8);
    await deleteOrphanedFiles(portal);
    const archive = await createBackupArchive(portal);
    expect(archive).toMatchObject({ files: 7, damaged: [] });
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      expect(await restoreBackup(place, archive.path)).toMatchObject({ files: 7 });
      const { rows, files } = await readDataLocation(place);
      expect(Object.keys(files)).toHaveLength(7);
      expect(rows.documents).toHaveLength(10);
    }
  });

  test('counts each member’s certificates and each month’s reports separately', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const mate = { ...team, student: team.mate };
    await upload(portal, team, 6, { kind: 'certificate' });
    await upload(portal, mate, 3, { kind: 'certificate' });
    await upload(portal, team, 6, { kind: 'report', deadline: 'march-monthly-report' });
    await upload(portal, team, 3, { kind: 'report', deadline: 'april-monthly-report' });
    const stored = await portal.db
      .selectFrom('documents')
      .select(({ fn }) => ['kind', 'member_id', 'deadline_id', fn.countAll<number>().as('total')])
      .where('kind', 'in', ['certificate', 'report'])
      .where('removed_at', 'is', null)
      .groupBy(['kind', 'member_id', 'deadline_id'])
      .execute();
    expect(stored.map(({ total }) => total).toSorted()).toEqual([3, 3, 5, 5]);
  });

  test('removes one version for each of two members who upload at the same moment', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await upload(portal, team, 5);
    await Promise.all([
      upload(portal, team, 1),
      upload(portal, { ...team, student: team.mate }, 1),
    ]);
    expect((await listVersions(portal, team)).stored).toEqual([3, 4, 5, 6, 7]);
  });

  test('stores a file again that equals the newest version after this was removed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { caller, email } = team.student;
    const input = {
      params: { kind: 'thesis' as const, email },
      body: { file: buildFile('thesis') },
    };
    const { document } = await caller.call(uploadDocument, input);
    await portal.db
      .updateTable('documents')
      .set({ removed_at: portal.clock().toISOString() })
      .where('id', '=', document._id)
      .execute();
    const again = await caller.call(uploadDocument, input);
    expect(again.document).toMatchObject({ version: 2, removed: null });
  });
});
