import { crc32 } from 'node:zlib';

/** Fields shared by local headers and the directory: version 2.0, stored, 1 January 1980. */
function describeEntry(name: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0021, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** Builds an uncompressed zip archive of `entries` (name to content), below 4 GB. */
export function writeZip(entries: Record<string, string | Uint8Array>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(entries)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const fields = describeEntry(name, content);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, name);
    files.push(file);
    offset += file.length;
  }
  const count = files.length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}
