// What `npm run trust:power` runs: the power cut under the portal's load, and what it acknowledged looked for.

import { parseArgs } from 'node:util';
import { inWords, runInRounds } from './crash-figures.ts';
import { plants, runPowerCuts } from './power-cuts.ts';
import { whyNoPowerCuts } from './power-disk.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    plant: { type: 'string' },
  },
});
const cuts = Number(values.size);
const seed = Number(values.seed);
const database = (['sqlite', 'postgres'] as const).find((name) => name === values.database);
const plant = plants.find((name) => name === values.plant);
if (!(cuts > 0) || Number.isNaN(seed) || !database || plant !== values.plant) {
  throw new Error(
    'trust:power -- [--size CUTS] [--database sqlite|postgres] [--seed NUMBER] [--plant files|folders|database]',
  );
}
const whyNot = whyNoPowerCuts();
if (whyNot) {
  console.error(`Not possible here: ${whyNot}.`);
  process.exit(1);
}

console.log(`${cuts} power cuts on ${database}, seed ${seed}`);
if (plant)
  console.log(`With a planted fault: the ${plant} are not flushed. Findings are right now.`);
const onCycle = (cut: number) => {
  if (cut % 10 === 0) console.log(`  ${cut} cuts`);
};
const figures = await runInRounds({ cycles: cuts, seed, onCycle }, (round) =>
  runPowerCuts({ ...round, database, plant }),
);

const { text, isRight } = inWords(figures);
console.log(text);
process.exitCode = isRight ? 0 : 1;
