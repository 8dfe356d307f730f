// What `npm run trust:disk` runs: a disk that fills up under the portal level by level, and empties again.

import { parseArgs } from 'node:util';
import { sizeInWords } from '#contract/documents.ts';
import { runDisk } from './disk-levels.ts';
import { whyNoSmallDisk } from './small-disk.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const levels = Number(values.size);
const seed = Number(values.seed);
if (!(levels > 0) || Number.isNaN(seed)) {
  throw new Error('trust:disk -- [--size LEVELS] [--seed NUMBER]');
}
const whyNot = whyNoSmallDisk();
if (whyNot) throw new Error(`A full disk cannot be tried here: ${whyNot}.`);

console.log(`${levels} levels down and up again, seed ${seed}`);
const figures = await runDisk({
  levels,
  seed,
  onLevel: (free, outcomes) => {
    const refused = [...outcomes].filter(([, { code }]) => code !== 'done');
    const words = refused.map(([name, { code }]) => `${name}: ${code}`).join('; ');
    console.log(`  ${sizeInWords(free).padStart(9)} free  ${words || 'everything is taken'}`);
  },
});
const { lost, torn, unexpected, refused } = figures;
for (const finding of [...lost, ...torn, ...unexpected].slice(0, 50)) console.error(finding);
const byCode = Object.entries(refused).map(([code, times]) => `${times} × ${code}`);
console.log(`levels        ${figures.levels}
tried         ${figures.tried} calls, at the end a kill on a full disk
refused       ${byCode.join(', ')}
acknowledged  ${figures.acknowledged} effects
lost          ${lost.length}
torn          ${torn.length}
unexpected    ${unexpected.length} answers and left-overs`);
process.exitCode = lost.length + torn.length + unexpected.length === 0 ? 0 : 1;
