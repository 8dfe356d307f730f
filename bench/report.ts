import type { Figures } from './load/generate.ts';

export type Row = {
  name: string;
  portal: Figures;
  limit: Figures | undefined;
  /** In milliseconds, of requests that come at half the rate whether or not those before are answered. */
  openP99: number;
};
/** Milliseconds until it was ready, then bytes. */
export type Memory = { readyMs: number; start: number; most: number; settled: number };
export type Measured = { students: number; database: string; memory: Memory; rows: Row[] };

const widths = [26, 8, 8, 8, 9, 9, 9, 8, 8, 8];
const line = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(widths[at] ?? 8))).join(' ');
const number = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const MB = 1024 * 1024;

export const ratioOf = ({ portal, limit }: Row) => limit && portal.perSecond / limit.perSecond;

export function tell(row: Row, isFirst: boolean): void {
  if (isFirst) {
    console.log(
      line([
        '',
        'req/s',
        'p50 ms',
        'p99 ms',
        'open p99',
        'CPU s/k',
        'bytes',
        'bare',
        'CPU s/k',
        'of bare',
      ]),
    );
  }
  const { perSecond, p50, p99, cpu, bytes } = row.portal;
  const bare = row.limit
    ? [number(row.limit.perSecond), number(row.limit.cpu), (ratioOf(row) ?? 0).toFixed(2)]
    : ['', '', ''];
  const cells = [
    number(perSecond),
    number(p50),
    number(p99),
    number(row.openP99),
    number(cpu),
    bytes.toFixed(0),
  ];
  console.log(line([row.name, ...cells, ...bare]));
}

export function tellMemory({ readyMs, start, most, settled }: Memory): void {
  const [first, loaded, last] = [start, most, settled].map((bytes) => (bytes / MB).toFixed(0));
  console.log(
    `ready after ${(readyMs / 1000).toFixed(1)} s; memory (PSS) ${first} MB at the start, ${loaded} MB under load, ${last} MB at the end`,
  );
}

/** Each case beside the same of an earlier run; where both have a bare limit, by their ratios to it. */
export function compare(earlier: readonly Measured[], now: readonly Measured[]): void {
  for (const { students, database, rows } of now) {
    const before = earlier.find((one) => one.students === students && one.database === database);
    console.log(`\n${students} students, ${database}: earlier and now`);
    for (const row of rows) {
      const old = before?.rows.find(({ name }) => name === row.name);
      if (!old) continue;
      const [was, is] = [ratioOf(old), ratioOf(row)];
      const times = row.portal.perSecond / old.portal.perSecond;
      const ratios = was && is ? `${was.toFixed(2)} -> ${is.toFixed(2)} of the bare limit` : '';
      console.log(
        line([
          row.name,
          number(old.portal.perSecond),
          number(row.portal.perSecond),
          `× ${times.toFixed(2)}`,
        ]),
        ratios,
      );
    }
  }
}
