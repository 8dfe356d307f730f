// What `npm run trust:repeat` runs: every write sent twice, and exactly one effect looked for.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { runRepeats } from './repeat/run-repeats.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '500' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const size = Number(values.size);
const seed = Number(values.seed);
if (!(size > 0) || Number.isNaN(seed) || !['sqlite', 'postgres'].includes(values.database)) {
  throw new Error('trust:repeat -- [--size WRITES] [--database sqlite|postgres] [--seed NUMBER]');
}

const dataDir = mkdtempSync(join(whereWritingIsQuick, 'trust-'));
const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres() : undefined;
console.log(`${size} writes, each sent twice, on ${values.database}, seed ${seed}`);
const place = { dataDir, databaseUrl: postgres?.url };
const figures = await runRepeats(place, {
  size,
  seed,
  onRound: (repeated) => {
    if (repeated % 500 === 0) console.log(`  ${repeated}`);
  },
});
postgres?.stop();
clean();

for (const fault of figures.faults.slice(0, 30)) console.error(fault);
console.log(`sent twice   ${figures.repeated} writes
unanswered   ${figures.unanswered} of the first sendings
portal       killed ${figures.kills} and restarted ${figures.restarts} times in between
faults       ${figures.faults.length}`);
process.exitCode = figures.faults.length === 0 ? 0 : 1;
