// Implements `npm run size`: prints the lines and files of the parts of the project, and the longest test files.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const isTest = (file: string) => /\.(test|e2e)\.tsx?$|^e2e\/|\/test\/|\.matrix\.ts$/.test(file);

/** Parts of the project. A file belongs to the first part that contains it. */
const parts: Record<string, (file: string) => boolean> = {
  tests: isTest,
  product: (file) => /^(contract|server|client)\//.test(file),
  'fault tools': (file) => file.startsWith('trust/'),
  benches: (file) => file.startsWith('bench/'),
  tools: (file) => /^(tools|deploy)\/|^[^/]+$/.test(file),
};

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|js|mjs|css|sh)$/.test(file) && existsSync(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }));

const format = (count: number) => count.toLocaleString('en-GB').padStart(8);
let rest = files;
for (const [name, contains] of Object.entries(parts)) {
  const inPart = rest.filter(({ file }) => contains(file));
  rest = rest.filter(({ file }) => !contains(file));
  const lines = inPart.reduce((sum, file) => sum + file.lines, 0);
  console.log(`${name.padEnd(12)} ${format(lines)} lines ${format(inPart.length)} files`);
}
console.log('\nLongest test files:');
const tests = files.filter(({ file }) => isTest(file)).sort((a, b) => b.lines - a.lines);
for (const { file, lines } of tests.slice(0, 10)) console.log(`${format(lines)} ${file}`);
