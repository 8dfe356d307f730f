import type { RangeReader } from './range-reader.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
const entryBytes = 128;
/** Highest regular sector number. Higher numbers are special values, such as the end of a chain. */
const lastSector = 0xfffffffa;
const unused = 0xffffffff;
/** Enough for 1,000 entries. The limit ends reading if the chain of directory sectors is circular. */
const maxDirectorySectors = 250;

export type CompoundEntry = { name: string; start: number; size: number };

/**
 * The container of old Office files and of encrypted new ones: sectors, a table that links each sector to the next of
 * its chain, and a directory of named streams.
 */
export class CompoundFile {
  readonly #file: RangeReader;
  readonly #sectorBytes: number;
  readonly #directoryStart: number;
  readonly #tableSectors: readonly number[];
  readonly #tables = new Map<number, Buffer>();

  private constructor(
    file: RangeReader,
    sectorBytes: number,
    directoryStart: number,
    tableSectors: readonly number[],
  ) {
    this.#file = file;
    this.#sectorBytes = sectorBytes;
    this.#directoryStart = directoryStart;
    this.#tableSectors = tableSectors;
  }

  static async open(file: RangeReader): Promise<CompoundFile | undefined> {
    const header = await file.read(0, headerBytes);
    if (!header.subarray(0, signature.length).equals(signature)) return undefined;
    if (header.length < headerBytes) return new CompoundFile(file, headerBytes, unused, []);
    const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
    const sectors = await listTableSectors(file, header, sectorBytes);
    return new CompoundFile(file, sectorBytes, header.readUInt32LE(48), sectors);
  }

  /** Sector 0 follows the header, which occupies one sector. */
  readSector(sector: number): Promise<Buffer> {
    return this.#file.read((sector + 1) * this.#sectorBytes, this.#sectorBytes);
  }

  /** Reads a sector of the sector table. Caches it, because the next step through a chain may need it again. */
  async #readTable(sector: number): Promise<Buffer> {
    const known = this.#tables.get(sector);
    if (known) return known;
    // Copy the bytes, because a view would keep the reader's whole buffer in memory.
    const table = Buffer.from(await this.readSector(sector));
    this.#tables.set(sector, table);
    return table;
  }

  async isWhole(): Promise<boolean> {
    if (this.#tableSectors.length === 0) return false;
    const perTable = this.#sectorBytes / 4;
    for (const [index, sector] of [...this.#tableSectors.entries()].reverse()) {
      const table = await this.#readTable(sector);
      if (table.length < this.#sectorBytes) return false;
      for (let at = perTable - 1; at >= 0; at -= 1) {
        if (table.readUInt32LE(4 * at) === unused) continue;
        const lastUsed = index * perTable + at;
        return this.#file.size >= (lastUsed + 2) * this.#sectorBytes;
      }
    }
    return false;
  }

  async listTop(): Promise<CompoundEntry[]> {
    const entries = await this.#readDirectory();
    const open = [entries[0]?.readUInt32LE(76) ?? unused];
    const seen = new Set<number>();
    const top: CompoundEntry[] = [];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const entry = entries[id];
      if (!entry || seen.has(id)) continue;
      seen.add(id);
      const nameBytes = Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2));
      const name = entry.toString('utf16le', 0, nameBytes);
      top.push({ name, start: entry.readUInt32LE(116), size: entry.readUInt32LE(120) });
      // The entries of a folder form a binary tree.
      open.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
    }
    return top;
  }

  async #readDirectory(): Promise<Buffer[]> {
    const entries: Buffer[] = [];
    let sector = this.#directoryStart;
    for (let count = 0; sector <= lastSector && count < maxDirectorySectors; count += 1) {
      const bytes = await this.readSector(sector);
      for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
        entries.push(bytes.subarray(at, at + entryBytes));
      }
      sector = await this.#nextSector(sector);
    }
    return entries;
  }

  async #nextSector(sector: number): Promise<number> {
    const perTable = this.#sectorBytes / 4;
    const tableSector = this.#tableSectors[Math.floor(sector / perTable)];
    if (tableSector === undefined) return unused;
    const table = await this.#readTable(tableSector);
    const at = 4 * (sector % perTable);
    return at + 4 <= table.length ? table.readUInt32LE(at) : unused;
  }
}

/**
 * Returns the numbers of the sectors that hold the sector table. The header lists up to 109, and a chain of further
 * sectors lists the rest. Returns none if the list is longer than a file of this size needs, so that a malicious file
 * cannot cause gigabytes of reads.
 */
async function listTableSectors(file: RangeReader, header: Buffer, sectorBytes: number) {
  const maxSectors = Math.ceil((file.size / sectorBytes) * (4 / sectorBytes)) + 1;
  const sectors: number[] = [];
  const collect = (list: Buffer) => {
    for (let at = 0; at + 4 <= list.length; at += 4) {
      const sector = list.readUInt32LE(at);
      if (sector <= lastSector) sectors.push(sector);
    }
  };
  collect(header.subarray(76));
  let next = header.readUInt32LE(68);
  while (next <= lastSector && sectors.length <= maxSectors) {
    const list = await file.read((next + 1) * sectorBytes, sectorBytes);
    if (list.length < sectorBytes) return [];
    const before = sectors.length;
    collect(list.subarray(0, -4));
    // Stop at an empty list sector, because it could link to itself and cause an endless loop.
    if (sectors.length === before) break;
    next = list.readUInt32LE(sectorBytes - 4);
  }
  return sectors.length <= maxSectors ? sectors : [];
}
