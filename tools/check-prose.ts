// Part of `npm run check`. Rejects comments that start with words such as "What" or "Whose".

import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const folders = ['contract', 'server', 'client', 'e2e', 'tools', 'trust', 'bench'];

const headless =
  /^[\s*]*(What|Whatever|Whoever|Whichever|Whose|Of|Those|That which|One that|By which|In whatever)\b/;

export function findProseErrors(file: string, source: string): string[] {
  return parseSync(file, source).comments.flatMap(({ start, value }) => {
    const [, words] = headless.exec(value) ?? [];
    const line = source.slice(0, start).split('\n').length;
    return words ? [`${file}:${line} comment starts with "${words}": name the subject first`] : [];
  });
}

if (import.meta.main) {
  const files = globSync(`{${folders}}/**/*.{ts,tsx,mjs}`, { exclude: ['client/dist/**'] });
  const errors = files.flatMap((file) => findProseErrors(file, readFileSync(file, 'utf8')));
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
