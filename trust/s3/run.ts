import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { copyFilesToStorage } from '#server/backup/move-files.ts';
import { readConfig } from '#server/config.ts';
import { checkStoredFiles, deleteOrphanedFiles } from '#server/documents/damage/scrub.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { createFallbackStore } from '#server/storage/fallback.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openS3Store } from '#server/storage/s3.ts';
import { createS3Client, defaultS3Timeouts } from '#server/storage/s3-client.ts';
import { addGroup } from '#trust/lib/fixtures.ts';
import type { RunInstrument, RunOptions, RunReport } from '#trust/lib/instrument.ts';
import { cephCredentials, startCeph } from '#trust/lib/processes/ceph.ts';
import { openInProcessPortal } from '#trust/lib/processes/in-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';

const MB = 1024 * 1024;
/** Sizes at the boundaries of one, two and three upload parts. */
const edgeSizes = [1, 8 * MB - 1, 8 * MB, 8 * MB + 1, 16 * MB, 24 * MB + 1];
const headers = { contentType: 'application/pdf', disposition: 'inline; filename="é.pdf"' };

/** Stores files of many sizes on Ceph's S3 gateway, and moves a portal's files to the gateway and back. */
export const run: RunInstrument = async (options, report) => {
  const ceph = await startCeph();
  try {
    const FILES_URL = `s3://files?endpoint=${ceph.url}&downloads=direct`;
    const { files: storeConfig } = readConfig({ ...cephCredentials, FILES_URL });
    if (storeConfig.kind !== 's3') throw new Error('This is no bucket.');
    const { client, bucket } = createS3Client(storeConfig, defaultS3Timeouts);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const s3Store = await openS3Store(storeConfig);
    await storeAndRead(s3Store, options, report);
    const Key = `incoming/${randomUUID()}`;
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    const inAMinute = new Date(Date.now() + 60_000);
    if ((await s3Store.removeLeftovers(inAMinute)) !== 1)
      report.addViolations('leftovers: not one');
    if ((await s3Store.removeLeftovers(inAMinute)) !== 0)
      report.addViolations('leftovers: they stay');
    await moveBothWays(s3Store, report);
    client.destroy();
  } finally {
    ceph.stop();
  }
  report.requireAtLeast({ files: options.size, 'files moved': 2, 'files moved back': 2 });
};

async function storeAndRead(
  s3Store: FileStore,
  { size, seed, progress }: RunOptions,
  report: RunReport,
) {
  const random = new SeededRandom(seed);
  const keys: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const length = edgeSizes[index] ?? random.whole(1, 20 * MB);
    const key = randomUUID();
    const content = Buffer.alloc(length, `${key} ${random.next()}`);
    const received = await s3Store.receive(Readable.from(splitIntoChunks(content)), length);
    if (!received) throw new Error(`${length} bytes were refused.`);
    await s3Store.keep(received, key);
    await s3Store.discard(received);
    const damage = await findFileDamage(s3Store, { id: key, ...received });
    if (damage) report.addViolations(`${damage}: a file of ${length} bytes`);
    await readParts(s3Store, key, content, random, report);
    if (index % 5 === 4) {
      await s3Store.remove(key);
      const remainingBytes = await s3Store.sizeOf(key);
      if (remainingBytes !== undefined)
        report.addViolations(`removed, but still has ${remainingBytes} bytes`);
    } else keys.push(key);
    report.count('files');
    if (report.getFigure('files') % 10 === 0) progress?.(`${report.getFigure('files')} files`);
  }
  const listed = (await Array.fromAsync(s3Store.list())).map(({ key }) => key);
  if (listed.join() !== keys.toSorted().join())
    report.addViolations('the list differs from the stored files');
  for (const key of keys) await s3Store.remove(key);
}

async function readParts(
  s3Store: FileStore,
  key: string,
  content: Buffer,
  random: SeededRandom,
  report: RunReport,
) {
  const start = random.whole(0, content.length - 1);
  const end = random.whole(start, content.length - 1);
  const part = await buffer(s3Store.open(key, { start, end }));
  if (!part.equals(content.subarray(start, end + 1)))
    report.addViolations(`altered: ${start} to ${end}`);
  const direct = await fetch((await s3Store.addressOf(key, headers)) ?? '');
  const responseHeaders = direct.headers;
  const isRight =
    direct.ok &&
    responseHeaders.get('content-type') === headers.contentType &&
    responseHeaders.get('cache-control') === 'no-store' &&
    Buffer.from(await direct.arrayBuffer()).equals(content);
  if (!isRight) report.addViolations(`a signed URL gives ${direct.status} and something else`);
}

function* splitIntoChunks(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

/** Moves the files to the gateway and back, while the portal serves files from both places. */
const moveBothWays = (s3: FileStore, report: RunReport) =>
  withWorkspace({ quick: true }, async (store) => {
    const portal = await openInProcessPortal(store);
    try {
      await addGroup(portal.db, portal.url);
      const disk = { ...portal.files };
      const back = await openDiskStore(join(store.dataDir, 'back'));
      for (const [figure, from, to] of [
        ['files moved', disk, s3],
        ['files moved back', s3, back],
      ] as const) {
        Object.assign(portal.files, createFallbackStore(to, from));
        await addGroup(portal.db, portal.url);
        const { moved, lost } = await copyFilesToStorage(portal.db, { from, to });
        report.count(figure, moved);
        report.addViolations(...lost.map((id) => `lost: ${id}`));
        Object.assign(portal.files, to);
        const { missing, altered } = await checkStoredFiles(portal);
        if (missing + altered > 0)
          report.addViolations(`lost: ${missing} missing, ${altered} altered`);
        const { orphans, leftAlone } = await deleteOrphanedFiles(portal);
        if (orphans + leftAlone > 0) report.addViolations(`${orphans + leftAlone} files of no row`);
      }
      report.addViolations(...portal.logged);
    } finally {
      await portal.close();
    }
  });
