// Part of `npm run check`. Rejects unclear names in code, and comments that start with words such as "What" or "Whose".

import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { type AstNode, walkAst } from '#trust/mutants/syntax.ts';

const folders = ['contract', 'server', 'client', 'e2e', 'tools', 'trust', 'bench'];

const headless =
  /^[\s*]*(What|Whatever|Whoever|Whichever|Whose|Of|Those|That which|One that|By which|In whatever)\b/;

const betterNames: readonly [name: RegExp, better: string][] = [
  [/^(said|told|\w+Told)$/, 'a noun such as message, output or notification'],
  [/^(given|found|kept|\w*LookedAt)$/, 'a noun such as overrides, matches or storedFiles'],
  [/^standing([A-Z]\w*)?$/, 'stored…'],
  [/^(some|one|others)$/, 'a noun such as sample, row or otherRows'],
  [/^(own|whose)$/, 'own… or owner'],
  [/^(portionsOf|withoutEchoes)$/, 'chunk or drop…'],
  [/^(tellAge|keepFresh)$/, 'a verb such as set or refresh'],
  [/^(giveSessionTryBack|takeBack)$/, 'refund… or rollBack'],
  [/^(aTeam|nobodyYet|compiledOnce)$/, 'createGroup, isEmpty or prepared…'],
];

export function findProseErrors(file: string, source: string): string[] {
  const { program, comments } = parseSync(file, source);
  const at = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`;
  const errors = comments.flatMap(({ start, value }) => {
    const [, words] = headless.exec(value) ?? [];
    return words ? [`${at(start)} comment starts with "${words}": name the subject first`] : [];
  });
  walkAst(program as unknown as AstNode, (node) => {
    for (const { start, name } of declaredNames(node)) {
      const [, better] = betterNames.find(([pattern]) => pattern.test(name)) ?? [];
      if (better) errors.push(`${at(start)} unclear name "${name}": use ${better}`);
    }
  });
  return errors;
}

type Identifier = { start: number; name: string };

function declaredNames(node: AstNode): Identifier[] {
  const isDeclaration = /^(VariableDeclarator|ClassDeclaration|TS\w+Declaration)$|Function/;
  if (!isDeclaration.test(node.type)) return [];
  const params = Array.isArray(node.params) ? node.params : [];
  return [node.id, ...params].flatMap(boundNames);
}

function boundNames(pattern: unknown): Identifier[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  const { type, properties, elements, value, left, argument } = pattern as Record<string, unknown>;
  if (type === 'Identifier') return [pattern as Identifier];
  return [properties, elements, value, left, argument].flat().flatMap(boundNames);
}

if (import.meta.main) {
  const files = globSync(`{${folders}}/**/*.{ts,tsx,mjs}`, { exclude: ['client/dist/**'] });
  const errors = files.flatMap((file) => findProseErrors(file, readFileSync(file, 'utf8')));
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
