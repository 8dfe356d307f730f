// What `npm run trust:mail` runs: a mail server with every fault at every step, and the portal killed at every step.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Place } from '#server/backup/places.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { allRounds, runFaults, someRounds } from './mail/fault-rounds.ts';
import { killSteps, runKills, saveLimitMs } from './mail/kill-cycles.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '2' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const size = Number(values.size);
const seed = Number(values.seed);
if (!(size > 0) || Number.isNaN(seed) || !['sqlite', 'postgres'].includes(values.database)) {
  throw new Error(
    'trust:mail -- [--size KILLS_A_STEP] [--database sqlite|postgres] [--seed NUMBER]',
  );
}

/** Every fault at every step at least once; with many kills more often. */
const rounds = Math.max(allRounds.length, size * 2);
console.log(`${rounds} faults, ${size} kills a step, on ${values.database}, seed ${seed}`);
const report = (what: string) => (done: number) => {
  if (done % 20 === 0) console.log(`  ${done} ${what}`);
};

const faults = await inNewPlace((place) =>
  runFaults(place, someRounds(rounds, seed), report('faults')),
);
const kills = await inNewPlace((place) =>
  runKills(place, {
    at: Array.from({ length: size }, () => killSteps).flat(),
    onKill: report('kills'),
  }),
);

const findings = [...faults.findings, ...kills.findings];
for (const finding of findings.slice(0, 50)) console.error(finding);
console.log(`faults          ${faults.rounds}, at ${new Set(allRounds.map(({ step }) => step)).size} steps
  letters       ${faults.letters}
  second copies ${faults.secondCopies}, of letters whose 250 was lost
  dead letters  ${faults.deadLetters}, refused for good
kills           ${kills.kills}, at ${killSteps.length} steps
  letters       ${kills.letters}
  second copies ${JSON.stringify(kills.secondCopies)}
  a save        ${Math.round(kills.saveMs)} ms while the mail server said nothing
findings        ${findings.length}`);
process.exitCode = findings.length === 0 && kills.saveMs < saveLimitMs ? 0 : 1;

/** An empty data folder, and with it an empty database, for as long as `run` takes. */
async function inNewPlace<T>(run: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = values.database === 'postgres' ? startPostgres() : undefined;
  try {
    return await run({ dataDir, databaseUrl: postgres?.url });
  } finally {
    postgres?.stop();
    clean();
  }
}
