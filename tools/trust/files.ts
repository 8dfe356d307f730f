// What `npm run trust:files` runs: hostile files uploaded at every place, and how the portal serves those it took.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { runFiles } from './files/run.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [size, seed] = [Number(values.size), Number(values.seed)];
if (!(size > 0) || Number.isNaN(seed)) throw new Error('trust:files -- [--size FILES] [--seed N]');

const dataDir = mkdtempSync(join(whereWritingIsQuick, 'trust-'));
const clean = onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
console.log(`${size} hostile files, seed ${seed}`);
const { files, uploads, refused, inert, faults } = await runFiles(dataDir, {
  size,
  seed,
  onFile: (figures) => {
    if (figures.files % 100 === 0)
      console.log(`  ${figures.files} files, ${figures.uploads} uploads`);
  },
});
clean();
for (const fault of faults.slice(0, 50)) console.error(fault);
console.log(`files     ${files}
uploads   ${uploads}
refused   ${Object.entries(refused)
  .map(([code, count]) => `${code} ${count}`)
  .join(', ')}
inert     ${inert} taken and served as what they are, sandboxed
faults    ${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
