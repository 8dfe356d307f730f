import { strFromU8, unzipSync } from 'fflate';
import { TableError } from '#client/imports/match/table-error.ts';

const maxUnpackedBytes = 64 * 1024 * 1024;

export type ZipArchive = {
  paths: readonly string[];
  /** Returns undefined if there is no such entry. Throws `TableError` if the size limit is exceeded. */
  read: (path: string) => string | undefined;
};

/** Unpacks entries on demand. Limits declared sizes, because fflate never unpacks more than an entry declares. */
export function openZip(bytes: Uint8Array): ZipArchive {
  const sizes = new Map<string, number>();
  const unpack = (isWanted: (name: string, size: number) => boolean) =>
    unzipSync(bytes, { filter: ({ name, originalSize }) => isWanted(name, originalSize) });
  unpack((name, size) => {
    sizes.set(name, (sizes.get(name) ?? 0) + size);
    return false;
  });
  let unpackedBytes = 0;
  const read = (path: string) => {
    const size = sizes.get(path);
    if (size === undefined) return undefined;
    unpackedBytes += size;
    if (unpackedBytes > maxUnpackedBytes) {
      throw new TableError(
        'The workbook is larger than 64 MB when unpacked. Copy only the list into a new file.',
      );
    }
    const content = unpack((name) => name === path)[path];
    return content && decodeXml(content);
  };
  return { paths: [...sizes.keys()], read };
}

export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return strFromU8(bytes).replace(/^\uFEFF/, '');
}
