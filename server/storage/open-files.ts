import type { Config } from '#server/config.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import type { PlaceOfFiles } from './place-of-files.ts';

export async function openFiles({ files }: Pick<Config, 'files'>): Promise<FileStore> {
  return openPlace(files);
}

/** The library for S3 takes time and memory: only loaded where it is used. */
async function openPlace(place: PlaceOfFiles): Promise<FileStore> {
  if (place.kind === 'disk') return openDiskStore(place.folder);
  const { openS3Store } = await import('./s3.ts');
  return openS3Store(place);
}
