import type { LoadTestResult } from './load/generate.ts';

export type CaseResult = {
  name: string;
  portal: LoadTestResult;
  limit: LoadTestResult | undefined;
  /** 99th percentile of latency in ms, including queueing, in an open-loop run at half of `portal.perSecond`. */
  openP99: number;
};
/** `readyMs` is the startup time in ms. The others are the memory in bytes after startup, at the peak and when idle. */
export type MemoryFigures = { readyMs: number; start: number; most: number; settled: number };
export type BenchResult = {
  students: number;
  database: string;
  memory: MemoryFigures;
  rows: CaseResult[];
};

const widths = [26, 8, 8, 8, 9, 9, 9, 8, 8, 8];
const formatLine = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(widths[at] ?? 8))).join(' ');
const formatNumber = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const MB = 1024 * 1024;

export const computeRatioToBaseline = ({ portal, limit }: CaseResult) =>
  limit && portal.perSecond / limit.perSecond;

export function printCase(row: CaseResult, isFirst: boolean): void {
  if (isFirst) {
    console.log(
      formatLine([
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
    ? [
        formatNumber(row.limit.perSecond),
        formatNumber(row.limit.cpu),
        (computeRatioToBaseline(row) ?? 0).toFixed(2),
      ]
    : ['', '', ''];
  const cells = [
    formatNumber(perSecond),
    formatNumber(p50),
    formatNumber(p99),
    formatNumber(row.openP99),
    formatNumber(cpu),
    bytes.toFixed(0),
  ];
  console.log(formatLine([row.name, ...cells, ...bare]));
}

export function printMemory({ readyMs, start, most, settled }: MemoryFigures): void {
  const [first, loaded, last] = [start, most, settled].map((bytes) => (bytes / MB).toFixed(0));
  console.log(
    `ready after ${(readyMs / 1000).toFixed(1)} s; memory (PSS) ${first} MB at start, ${loaded} MB under load, ${last} MB at the end`,
  );
}

/** Prints the request rates of two runs, and their ratios to the minimal server's rate if both runs measured it. */
export function printComparison(
  earlier: readonly BenchResult[],
  now: readonly BenchResult[],
): void {
  for (const { students, database, rows } of now) {
    const before = earlier.find(
      (result) => result.students === students && result.database === database,
    );
    console.log(`\n${students} students, ${database}: earlier and current run`);
    for (const row of rows) {
      const old = before?.rows.find(({ name }) => name === row.name);
      if (!old) continue;
      const [oldRatio, newRatio] = [computeRatioToBaseline(old), computeRatioToBaseline(row)];
      const times = row.portal.perSecond / old.portal.perSecond;
      const ratios =
        oldRatio && newRatio
          ? `${oldRatio.toFixed(2)} -> ${newRatio.toFixed(2)} of the bare limit`
          : '';
      console.log(
        formatLine([
          row.name,
          formatNumber(old.portal.perSecond),
          formatNumber(row.portal.perSecond),
          `× ${times.toFixed(2)}`,
        ]),
        ratios,
      );
    }
  }
}
