import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { buildApp } from '#server/app.ts';
import { openPostgres } from '#server/db/connect.ts';
import { ReceivedFile } from '#server/storage/received-file.ts';
import { startCommitBreakingProxy } from '#server/test/faults/breaking-proxy.ts';
import { createTestGroup } from '#server/test/people.ts';
import { getPortalDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdfFile } from '#tools/test/people.ts';
import { withStoredFiles } from './add-document.ts';

const filesOf = ({ folder }: Portal, part: 'kept' | 'incoming') =>
  readdir(join(folder, 'files', part));

/** Uploads a file while the portal uses a database proxy (at the URL `way`) that breaks the connection on commit. */
async function uploadThrough(portal: Portal, way: string) {
  const { student } = await createTestGroup(portal);
  const db = openPostgres(way);
  const app = await buildApp({ ...portal, db });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  const before = new Set(await filesOf(portal, 'kept'));
  const response = await new ApiCaller(url, student.caller.token).request(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: buildPdfFile() },
  });
  const storedIds = (await filesOf(portal, 'kept')).filter((name) => !before.has(name));
  const theses = portal.db.selectFrom('documents').select('id').where('kind', '=', 'thesis');
  const rows = (await theses.execute()).map(({ id }) => id);
  return { response, storedIds, rows };
}

describe('the files of an upload whose commit has an unknown outcome', () => {
  if (process.env.TEST_DATABASE === 'postgres') {
    test('are kept if the connection breaks right after the commit, because their rows are committed', async ({
      portal,
    }) => {
      const { databaseUrl = '' } = await getPortalDataLocation(portal);
      const way = await startCommitBreakingProxy(databaseUrl, 'after');
      const { response, storedIds, rows } = await uploadThrough(portal, way);
      expect(response.status).toBe(503);
      expect(rows).toHaveLength(1);
      expect(storedIds).toEqual(rows);
      expect(await filesOf(portal, 'incoming')).toEqual([]);
    });

    test('are kept, although they have no rows, if the connection breaks right before the commit', async ({
      portal,
    }) => {
      const { databaseUrl = '' } = await getPortalDataLocation(portal);
      const way = await startCommitBreakingProxy(databaseUrl, 'before');
      const { response, storedIds, rows } = await uploadThrough(portal, way);
      expect(response.status).toBe(503);
      expect(rows).toEqual([]);
      expect(storedIds).toHaveLength(1);
    });
  }

  const sqliteError = (errcode: number) =>
    Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode });

  test.for([
    ['a rejection by the portal', new Problem('not-found', 'No.'), 0],
    ['a full database', sqliteError(13), 0],
    ['a row that the database rejects', sqliteError(2067), 0],
    ['a disk error', sqliteError(1034), 1],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 1],
    ['a query timeout', new Error('Query read timeout'), 1],
  ] as const)(
    'are kept by withStoredFiles only if the transaction may have committed: %s',
    async ([, error, staying], { portal }) => {
      const stored = await portal.files.receive(Readable.from([Buffer.from('hello')]), 100);
      if (!stored) throw new Error('It was not received.');
      const file = new ReceivedFile(
        'thesis',
        'a.pdf',
        { mediaType: 'application/pdf', warning: null },
        stored,
      );
      await expect(withStoredFiles(portal, [file], () => Promise.reject(error))).rejects.toBe(
        error,
      );
      expect(await filesOf(portal, 'kept')).toHaveLength(staying);
    },
  );
});
