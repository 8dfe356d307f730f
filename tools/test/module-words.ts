import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import type { ModuleName } from '#contract/settings/modules.ts';

/** Patterns of words that the portal's texts contain only where they concern the module. */
export const moduleWords: Readonly<Record<ModuleName, RegExp>> = {
  courses: /coursera|online courses?/i,
  certificates: /certificat/i,
  fatherName: /father/i,
  feeProof: /fee ?proof/i,
  cv: /\bCVs?\b/,
  developers: /\bDevelopers\b/,
};

const shippedContent = resolve(import.meta.dirname, '../../content');
/**
 * Copies `content/` to a folder and replaces the words of all modules in the department's texts. A text that contains
 * such a word can then only come from the portal.
 */
export function writeContentWithoutModuleWords(folder: string): void {
  cpSync(shippedContent, folder, { recursive: true });
  for (const file of readdirSync(folder)) {
    // A question of the group rules is asked only while its module is switched on. The texts of `content/neutral` replace
    // others only when an admin chooses them.
    if (file === 'groups.yaml' || !file.endsWith('.yaml')) continue;
    const path = join(folder, file);
    writeFileSync(path, stringify(replaceWords(parse(readFileSync(path, 'utf8')), '')));
  }
}

function replaceWords(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => replaceWords(entry, field));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, replaceWords(part, name)]),
    );
  }
  // The kinds of files of a deadline and the module of a help topic are names, not texts.
  if (typeof value !== 'string' || ['documents', 'module'].includes(field)) return value;
  return Object.values(moduleWords).reduce(
    (text, { source }) =>
      // Placeholders such as `{size:feeProof}` are names, too. Those of dates contain ids, which are replaced everywhere.
      text.replace(
        new RegExp(`(\\{(?!date:|time:)[^}]*\\})|${source}`, 'gi'),
        (_, name) => name ?? 'item',
      ),
    value,
  );
}
