const sectorBytes = 512;
const endOfChain = 0xfffffffe;
const tableSector = 0xfffffffd;
const noEntry = 0xffffffff;

// Sector 0 is the allocation table, sector 1 is the directory, and the stream starts at sector 2.
const firstOfStream = 2;

function makeHeader(): Buffer {
  const header = Buffer.alloc(sectorBytes);
  header.write('d0cf11e0a1b11ae1', 'hex');
  // Header fields: version 3.62, little-endian, sectors of 2^9 bytes, mini sectors of 2^6 bytes.
  for (const [index, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) {
    header.writeUInt16LE(value, 24 + 2 * index);
  }
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(endOfChain, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  return header;
}

function makeTable(streamSectors: number): Buffer {
  const table = Buffer.alloc(sectorBytes, 0xff);
  table.writeUInt32LE(tableSector, 0);
  table.writeUInt32LE(endOfChain, 4);
  const last = firstOfStream + streamSectors - 1;
  for (let sector = firstOfStream; sector <= last; sector++) {
    table.writeUInt32LE(sector === last ? endOfChain : sector + 1, 4 * sector);
  }
  return table;
}

interface Entry {
  name: string;
  kind: number;
  child?: number;
  start?: number;
  bytes?: number;
}

function makeEntry({ name, kind, child = noEntry, start = 0, bytes = 0 }: Entry): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(name ? 2 * name.length + 2 : 0, 64);
  entry.set([kind, 1], 66);
  for (const [index, value] of [noEntry, noEntry, child].entries()) {
    entry.writeUInt32LE(value, 68 + 4 * index);
  }
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(bytes, 120);
  return entry;
}

/** Builds a compound file (.doc, .xls) with one stream of 4,096 to 61,440 bytes in 512-byte sectors. */
export function wrapInCompoundFile(name: string, stream: Buffer): Buffer {
  const empty = makeEntry({ name: '', kind: 0 });
  return Buffer.concat([
    makeHeader(),
    makeTable(stream.length / sectorBytes),
    makeEntry({ name: 'Root Entry', kind: 5, child: 1, start: endOfChain }),
    makeEntry({ name, kind: 2, start: firstOfStream, bytes: stream.length }),
    empty,
    empty,
    stream,
  ]);
}
