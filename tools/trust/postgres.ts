// What `npm run trust:postgres` runs: PostgreSQL stopped, crashed and frozen under the portal while everybody works.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { answerLimitMs, recoveryLimitMs, runOutages } from './postgres-outages.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '6' },
    frozen: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [outages, frozenMs, seed] = [
  Number(values.size),
  Number(values.frozen) * 1000,
  Number(values.seed),
];
if (!(outages > 0) || !(frozenMs > 0) || Number.isNaN(seed)) {
  throw new Error('trust:postgres -- [--size OUTAGES] [--frozen SECONDS] [--seed NUMBER]');
}

const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
const postgres = startPostgres({ durable: true });
console.log(`${outages} outages, frozen for ${values.frozen} s, seed ${seed}`);
const place = { dataDir, databaseUrl: postgres.url };
const figures = await runOutages(place, postgres, {
  outages,
  seed,
  awayMs: 2000,
  frozenMs,
  onOutage: (outage, kind, recoveryMs) =>
    console.log(`  ${outage} ${kind}: serving again after ${Math.round(recoveryMs)} ms`),
});
postgres.stop();
clean();

const { lost, torn, unexpected, slowestMs, worstRecoveryMs } = figures;
for (const finding of [...lost, ...torn, ...unexpected].slice(0, 50)) console.error(finding);
console.log(`outages         ${figures.outages}
acknowledged    ${figures.acknowledged} effects
unavailable     ${figures.unavailable} answers of 503
not ready       ${figures.notReady} answers of /readyz
lost            ${lost.length}
torn            ${torn.length}
unexpected      ${unexpected.length}
slowest answer  ${Math.round(slowestMs)} ms
worst recovery  ${Math.round(worstRecoveryMs)} ms`);
const isRight = lost.length + torn.length + unexpected.length === 0;
const isInTime = slowestMs < answerLimitMs + 1000 && worstRecoveryMs < recoveryLimitMs;
process.exitCode = isRight && isInTime && figures.notReady > 0 ? 0 : 1;
