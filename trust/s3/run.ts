import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { moveFiles } from '#server/backup/move-files.ts';
import { readConfig } from '#server/config.ts';
import { checkFiles, reclaim } from '#server/documents/scrub.ts';
import { findDamage } from '#server/storage/check-file.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { withFallback } from '#server/storage/fallback.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openS3Store } from '#server/storage/s3.ts';
import { openS3, standardS3Times } from '#server/storage/s3-client.ts';
import { account, startCeph } from '#trust/lib/ceph.ts';
import { addGroup } from '#trust/lib/fixtures.ts';
import { openInProcess } from '#trust/lib/in-process.ts';
import type { Options, Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { Random } from '#trust/lib/random.ts';

const MB = 1024 * 1024;
/** Around one part and several. */
const edges = [1, 8 * MB - 1, 8 * MB, 8 * MB + 1, 16 * MB, 24 * MB + 1];
const headers = { contentType: 'application/pdf', disposition: 'inline; filename="é.pdf"' };

/** Files of every size and a whole portal's on a real gateway: Ceph's. */
export const run: Run = async (options, report) => {
  const ceph = await startCeph();
  try {
    const FILES_URL = `s3://files?endpoint=${ceph.url}&downloads=direct`;
    const { files: place } = readConfig({ ...account, FILES_URL });
    if (place.kind !== 's3') throw new Error('This is no bucket.');
    const { client, bucket } = openS3(place, standardS3Times);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const store = await openS3Store(place);
    await storeAndRead(store, options, report);
    const Key = `incoming/${randomUUID()}`;
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    const inAMinute = new Date(Date.now() + 60_000);
    if ((await store.removeLeftovers(inAMinute)) !== 1) report.violate('leftovers: not one');
    if ((await store.removeLeftovers(inAMinute)) !== 0) report.violate('leftovers: they stay');
    await move(store, report);
    client.destroy();
  } finally {
    ceph.stop();
  }
  report.requireAtLeast({ files: options.size, 'files moved': 2, 'files moved back': 2 });
};

async function storeAndRead(store: FileStore, { size, seed, progress }: Options, report: Report) {
  const random = new Random(seed);
  const keys: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const length = edges[index] ?? random.whole(1, 20 * MB);
    const key = randomUUID();
    const content = Buffer.alloc(length, `${key} ${random.next()}`);
    const received = await store.receive(Readable.from(inChunks(content)), length);
    if (!received) throw new Error(`${length} bytes were refused.`);
    await store.keep(received, key);
    await store.discard(received);
    const damage = await findDamage(store, { id: key, ...received });
    if (damage) report.violate(`${damage}: a file of ${length} bytes`);
    await readParts(store, key, content, random, report);
    if (index % 5 === 4) {
      await store.remove(key);
      const left = await store.sizeOf(key);
      if (left !== undefined) report.violate(`removed, and has ${left} bytes`);
    } else keys.push(key);
    report.count('files');
    if (report.of('files') % 10 === 0) progress?.(`${report.of('files')} files`);
  }
  const listed = (await Array.fromAsync(store.list())).map(({ key }) => key);
  if (listed.join() !== keys.toSorted().join()) report.violate('the list is not what is kept');
  for (const key of keys) await store.remove(key);
}

async function readParts(
  store: FileStore,
  key: string,
  content: Buffer,
  random: Random,
  report: Report,
) {
  const start = random.whole(0, content.length - 1);
  const end = random.whole(start, content.length - 1);
  const part = await buffer(store.open(key, { start, end }));
  if (!part.equals(content.subarray(start, end + 1))) report.violate(`altered: ${start} to ${end}`);
  const direct = await fetch((await store.addressOf(key, headers)) ?? '');
  const sent = direct.headers;
  const isRight =
    direct.ok &&
    sent.get('content-type') === headers.contentType &&
    sent.get('cache-control') === 'no-store' &&
    Buffer.from(await direct.arrayBuffer()).equals(content);
  if (!isRight) report.violate(`an address gives ${direct.status} and something else`);
}

function* inChunks(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

/** To the gateway and back, while the portal serves from both. */
const move = (s3: FileStore, report: Report) =>
  inNewPlace({ quick: true }, async (place) => {
    const portal = await openInProcess(place);
    try {
      await addGroup(portal.db, portal.url);
      const disk = { ...portal.files };
      const back = await openDiskStore(join(place.dataDir, 'back'));
      for (const [what, from, to] of [
        ['files moved', disk, s3],
        ['files moved back', s3, back],
      ] as const) {
        Object.assign(portal.files, withFallback(to, from));
        await addGroup(portal.db, portal.url);
        const { moved, lost } = await moveFiles(portal.db, { from, to });
        report.count(what, moved);
        report.violate(...lost.map((id) => `lost: ${id}`));
        Object.assign(portal.files, to);
        const { missing, altered } = await checkFiles(portal);
        if (missing + altered > 0) report.violate(`lost: ${missing} missing, ${altered} altered`);
        const { orphans, leftAlone } = await reclaim(portal);
        if (orphans + leftAlone > 0) report.violate(`${orphans + leftAlone} files of no row`);
      }
      report.violate(...portal.logged);
    } finally {
      await portal.close();
    }
  });
