import { openDiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import type { FilesLocation } from './place-of-files.ts';

/** Opens a file store. Imports the S3 library only if S3 is used, because loading it takes time and memory. */
export async function openFileStore(place: FilesLocation): Promise<FileStore> {
  if (place.kind === 'disk') return openDiskStore(place.folder);
  const { openS3Store } = await import('./s3.ts');
  return openS3Store(place);
}
