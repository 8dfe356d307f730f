// What `npm run trust:editing` runs: ten people who mark the same groups at once, held against a model.

import { parseArgs } from 'node:util';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { runEditing } from './editing/run-editing.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20000' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const size = Number(values.size);
const seed = Number(values.seed);
if (!(size > 0) || Number.isNaN(seed) || !['sqlite', 'postgres'].includes(values.database)) {
  throw new Error('trust:editing -- [--size EDITS] [--database sqlite|postgres] [--seed NUMBER]');
}

const postgres = values.database === 'postgres' ? startPostgres() : undefined;
console.log(`${size} cell edits on ${values.database}, seed ${seed}`);
const since = performance.now();
const figures = await runEditing(postgres?.url, {
  size,
  seed,
  onRound: (edits) => console.log(`  ${edits} edits`),
});
postgres?.stop();

const { lost, falseConflicts, wrong, errors } = figures;
const faults = [...lost, ...falseConflicts, ...wrong, ...errors];
for (const fault of faults.slice(0, 20)) console.error(fault.slice(0, 2000));
console.log(`edits            ${figures.edits} cells in ${figures.saves} saves
true conflicts   ${figures.conflicts} saves, each shown with what stood
lost updates     ${lost.length}
false conflicts  ${falseConflicts.length}
wrong answers    ${wrong.length}
errors logged    ${errors.length}
time             ${Math.round((performance.now() - since) / 1000)} s`);
process.exitCode = faults.length === 0 ? 0 : 1;
