export type ZipEntry = {
  path: string;
  size: number;
  /** Local time, such as “2027-01-15 15:00:00”. */
  changed: string;
};

const most32 = 0xffff_ffff;
const most16 = 0xffff;
/** Flags: names are in UTF-8, and the CRC follows the content, because it is known only after reading the content. */
const flags = 0x0808;
/** Version 4.5 of the ZIP format, required for 64-bit sizes. */
const version = 45;

type PlacedEntry = ZipEntry & { name: Buffer; offset: number };
export type ZipLayout = {
  entries: readonly PlacedEntry[];
  directoryOffset: number;
  directorySize: number;
  size: number;
};

/** Computes the offsets of all parts of the archive without reading any file. */
export function computeZipLayout(entries: readonly ZipEntry[]): ZipLayout {
  let offset = 0;
  const placed = entries.map((entry) => {
    const placed = { ...entry, name: Buffer.from(entry.path), offset };
    offset += buildLocalHeader(placed).length + entry.size + descriptorSize(entry);
    return placed;
  });
  const directorySize = placed.reduce(
    (sum, entry) => sum + buildCentralDirectoryRecord(entry, 0).length,
    0,
  );
  const layout = { entries: placed, directoryOffset: offset, directorySize };
  return { ...layout, size: offset + directorySize + buildCentralDirectoryEnd(layout).length };
}

const isLarge = ({ size }: ZipEntry) => size >= most32;

/** Converts “2027-01-15 15:00:00” to MS-DOS time: units of two seconds, since 1980. */
function dosTime(changed: string): [time: number, date: number] {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = changed
    .split(/\D/)
    .map(Number);
  if (year < 1980 || year > 2107) return [0, 0x21];
  return [(hour << 11) | (minute << 5) | (second >> 1), ((year - 1980) << 9) | (month << 5) | day];
}

export function buildLocalHeader(entry: PlacedEntry): Buffer {
  const header = Buffer.alloc(30);
  const extra = isLarge(entry) ? extraOf(0, 0) : Buffer.alloc(0);
  const [time, date] = dosTime(entry.changed);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  // Set all bits of both 32-bit sizes, so that readers use the 64-bit sizes in the extra field.
  if (isLarge(entry)) header.fill(0xff, 18, 26);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, entry.name, extra]);
}

const descriptorSize = (entry: ZipEntry) => (isLarge(entry) ? 24 : 16);

/** Returns the data descriptor, which follows the content of each file in the archive. */
export function buildDataDescriptor(entry: ZipEntry, crc: number): Buffer {
  const end = Buffer.alloc(descriptorSize(entry));
  end.write('PK\x07\x08', 'latin1');
  end.writeUInt32LE(crc, 4);
  if (isLarge(entry)) {
    end.writeBigUInt64LE(BigInt(entry.size), 8);
    end.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    end.writeUInt32LE(entry.size, 8);
    end.writeUInt32LE(entry.size, 12);
  }
  return end;
}

function extraOf(...values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries())
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

export function buildCentralDirectoryRecord(entry: PlacedEntry, crc: number): Buffer {
  const record = Buffer.alloc(46);
  const isFar = isLarge(entry) || entry.offset >= most32;
  const extra = isFar ? extraOf(entry.size, entry.size, entry.offset) : Buffer.alloc(0);
  const [time, date] = dosTime(entry.changed);
  record.write('PK\x01\x02', 'latin1');
  record.writeUInt16LE(version, 4);
  record.writeUInt16LE(version, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(time, 12);
  record.writeUInt16LE(date, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(isFar ? most32 : entry.size, 20);
  record.writeUInt32LE(isFar ? most32 : entry.size, 24);
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(isFar ? most32 : entry.offset, 42);
  return Buffer.concat([record, entry.name, extra]);
}

/** Returns the end of the archive, preceded by 64-bit records if a count or offset exceeds its field. */
export function buildCentralDirectoryEnd({
  entries,
  directoryOffset,
  directorySize,
}: Omit<ZipLayout, 'size'>): Buffer {
  const count = entries.length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(directorySize, most32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, most32), 16);
  if (count < most16 && directorySize < most32 && directoryOffset < most32) return end;
  const large = Buffer.alloc(76);
  large.write('PK\x06\x06', 'latin1');
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(version, 12);
  large.writeUInt16LE(version, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(directorySize), 40);
  large.writeBigUInt64LE(BigInt(directoryOffset), 48);
  // Write the locator of the 64-bit end record.
  large.write('PK\x06\x07', 56, 'latin1');
  large.writeBigUInt64LE(BigInt(directoryOffset + directorySize), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}
