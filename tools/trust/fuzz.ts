// What `npm run trust:fuzz` runs: hostile requests made from the contract, and what the portal answered and kept.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { type FuzzFigures, growthLimit, runFuzz } from './fuzz/run.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '50000' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [size, seed] = [Number(values.size), Number(values.seed)];
if (!(size > 0) || Number.isNaN(seed) || !['sqlite', 'postgres'].includes(values.database)) {
  throw new Error('trust:fuzz -- [--size REQUESTS] [--database sqlite|postgres] [--seed N]');
}

const dataDir = mkdtempSync(join(whereWritingIsQuick, 'trust-'));
const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres() : undefined;
console.log(`${size} requests on ${values.database}, seed ${seed}`);
const began = performance.now();
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
/** What was found and told; the first fifty are enough to go by. */
const told = new Set<string>();
const tell = ({ faults, invalidRows }: FuzzFigures) => {
  for (const finding of [...faults, ...invalidRows]) {
    if (told.size < 50 && !told.has(finding)) console.error(finding);
    told.add(finding);
  }
};
const onSeason = (figures: FuzzFigures) => {
  const { requests, faults, invalidRows, growth } = figures;
  tell(figures);
  console.log(
    `  ${requests} requests, ${faults.length} faults, ${invalidRows.length} invalid rows, growth ${megabytes(growth)}, ${Math.round(requests / ((performance.now() - began) / 1000))} a second`,
  );
};
const place = { dataDir, databaseUrl: postgres?.url };
const figures = await runFuzz(place, { size, seed, onSeason });
postgres?.stop();
clean();

const { faults, invalidRows, kinds, statuses, worstMs, growth } = figures;
tell(figures);
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
console.log(`requests       ${figures.requests} in ${Math.round((performance.now() - began) / 1000)} s
kinds          ${list(kinds)}
statuses       ${list(statuses)}
worst          ${Math.round(worstMs)} ms
faults         ${faults.length} (500 and above, silence, ends, errors logged)
invalid rows   ${invalidRows.length}
growth         ${megabytes(growth)}`);
process.exitCode = faults.length + invalidRows.length === 0 && growth < growthLimit ? 0 : 1;
