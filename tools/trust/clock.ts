// What `npm run trust:clock` runs: deadlines in zones with and without daylight saving, held against another clock.

import { parseArgs } from 'node:util';
import { checkInstants, zones } from './clock/check-instants.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const size = Number(values.size);
const seed = Number(values.seed);
if (!(size > 0) || Number.isNaN(seed)) {
  throw new Error('trust:clock -- [--size INSTANTS] [--seed NUMBER]');
}
console.log(`${size} instants in each of ${zones.length} zones, seed ${seed}`);
const { instants, skipped, twice, faults } = checkInstants({ size, seed });
for (const fault of faults.slice(0, 20)) console.error(fault);
console.log(`deadlines  ${instants}
skipped    ${skipped} that a clock leaps over
twice      ${twice} that a clock shows twice
faults     ${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
