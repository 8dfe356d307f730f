// What `npm run trust:steps` runs: the portal crashed before each step of what it does, and done again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { type ActFigures, crashInActs } from './step-acts.ts';
import { anEmptyPlace } from './step-place.ts';
import { crashInPrograms } from './step-programs.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
});
const size = Number(values.size);
const seed = Number(values.seed);
if (
  !(size > 0 && size <= 100) ||
  Number.isNaN(seed) ||
  !['sqlite', 'postgres'].includes(values.database)
) {
  throw new Error(
    'trust:steps -- [--size PERCENT OF THE STEPS] [--database sqlite|postgres] [--seed NUMBER]',
  );
}

const folder = mkdtempSync(join(tmpdir(), 'trust-'));
const clean = onEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres() : undefined;
const ground = { folder, postgresUrl: postgres?.url };
const every = Math.round(100 / size);
console.log(`Every ${every === 1 ? '' : `${every}th `}step on ${values.database}, seed ${seed}`);
const onAct = ({ act, crashes, findings }: ActFigures) => {
  for (const finding of findings.slice(0, 20)) console.error(finding);
  console.log(`${act.padEnd(32)} ${crashes} crashes, ${findings.length} findings`);
};
const place = await anEmptyPlace(ground);
const figures = [
  ...(await crashInActs(place, { every, seed, onAct })),
  ...(await crashInPrograms(ground, place, { every, onAct })),
];
postgres?.stop();
clean();
process.exitCode = figures.every(({ findings }) => findings.length === 0) ? 0 : 1;
