import type { Config } from '#server/config.ts';
import { openDiskStore } from './disk.ts';
import { createFallbackStore } from './fallback.ts';
import type { FileStore } from './file-store.ts';
import type { FilesLocation } from './place-of-files.ts';

export async function openConfiguredFileStore({
  files,
  filesBefore,
}: Pick<Config, 'files' | 'filesBefore'>): Promise<FileStore> {
  const store = await openFileStore(files);
  return filesBefore ? createFallbackStore(store, await openFileStore(filesBefore)) : store;
}

/** Opens a file store. Imports the S3 library only if S3 is used, because loading it takes time and memory. */
export async function openFileStore(place: FilesLocation): Promise<FileStore> {
  if (place.kind === 'disk') return openDiskStore(place.folder);
  const { openS3Store } = await import('./s3.ts');
  return openS3Store(place);
}
