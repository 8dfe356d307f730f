// Reads the configuration that docs/high-availability.md shows, so that the tool runs exactly what operators copy.

import { readFileSync } from 'node:fs';

const guide = new URL('../../docs/high-availability.md', import.meta.url);
const prefix = '10.0.0.';

export type DocumentedConfig = {
  /** Returns the text of the code block whose heading line is the path of the file. */
  getFile: (path: string) => string;
  /** SQL statements that create the portal's role and database. */
  setup: string;
  /** Values of `DATABASE_URL` and `DATABASE_POOLER_URL`, in the order of the document. */
  urls: string[];
};

/** Reads all code blocks, and replaces the example network with one whose addresses begin with `networkPrefix`. */
export function readDocumentedConfig(networkPrefix: string): DocumentedConfig {
  const text = readFileSync(guide, 'utf8').replaceAll(prefix, networkPrefix);
  const files = new Map(
    [...text.matchAll(/^`(\/\S+)`:\n\n```\w*\n([\s\S]*?)^```$/gm)].map(([, path, file]) => [
      path,
      file,
    ]),
  );
  const [, setup] = /^```sql\n([\s\S]*?)^```$/m.exec(text) ?? [];
  if (!setup) throw new Error('docs/high-availability.md has no SQL.');
  return {
    getFile(path) {
      const file = files.get(path);
      if (!file) throw new Error(`docs/high-availability.md does not show ${path}.`);
      return file;
    },
    setup,
    urls: [...text.matchAll(/^DATABASE_(?:POOLER_)?URL=(\S+)$/gms)].map(([, url = '']) => url),
  };
}

/** Replaces placeholders in capital letters and other words, wherever they are not part of a longer word. */
export const replaceWords = (text: string, replacements: Record<string, string | number>): string =>
  Object.entries(replacements).reduce(
    (result, [word, value]) =>
      result.replaceAll(new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`, 'g'), String(value)),
    text,
  );
