// What `npm run trust:crash` runs: the portal killed again and again, and what it acknowledged looked for.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { runCrashes } from './crash-cycles.ts';
import { inWords, runInRounds } from './crash-figures.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '30' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const cycles = Number(values.size);
const seed = Number(values.seed);
if (!(cycles > 0) || Number.isNaN(seed) || !['sqlite', 'postgres'].includes(values.database)) {
  throw new Error('trust:crash -- [--size CYCLES] [--database sqlite|postgres] [--seed NUMBER]');
}

console.log(`${cycles} cycles on ${values.database}, seed ${seed}`);
const onCycle = (cycle: number) => {
  if (cycle % 10 === 0) console.log(`  ${cycle} cycles`);
};
const figures = await runInRounds({ cycles, seed, onCycle }, async (round) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = values.database === 'postgres' ? startPostgres({ durable: true }) : undefined;
  try {
    return await runCrashes({ dataDir, databaseUrl: postgres?.url }, round);
  } finally {
    postgres?.stop();
    clean();
  }
});

const { text, isRight } = inWords(figures);
console.log(text);
process.exitCode = isRight ? 0 : 1;
