// What `npm run trust:stop` runs: the portal told to stop again and again while everybody works.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { runStops, stopLimitMs } from './stop-cycles.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const stops = Number(values.size);
const seed = Number(values.seed);
if (!(stops > 0) || Number.isNaN(seed) || !['sqlite', 'postgres'].includes(values.database)) {
  throw new Error('trust:stop -- [--size STOPS] [--database sqlite|postgres] [--seed NUMBER]');
}

const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres() : undefined;
console.log(`${stops} stops on ${values.database}, seed ${seed}`);
const figures = await runStops({ dataDir, databaseUrl: postgres?.url }, { stops, seed });
postgres?.stop();
clean();

const { cut, unexpected, acknowledged, knocks, longestMs } = figures;
for (const finding of [...cut, ...unexpected, ...knocks.cut].slice(0, 50)) console.error(finding);
console.log(`stops         ${figures.stops}
acknowledged  ${acknowledged} effects
cut           ${cut.length} answers
came meanwhile ${JSON.stringify(knocks.answered)} answered by status, ${knocks.cut.length} cut
unexpected    ${unexpected.length} exits, refusals and errors
longest stop  ${Math.round(longestMs)} ms`);
process.exitCode = cut.length + unexpected.length === 0 && longestMs < stopLimitMs ? 0 : 1;
