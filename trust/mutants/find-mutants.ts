// Finds the access and validation checks in source files, and generates mutants that remove or negate a check.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '#server/features.ts';
import { harmlessMutants } from './harmless.ts';
import { mutationRules, type SourceEdit } from './rules.ts';
import {
  type AstNode,
  findEnclosingFunctionName,
  getChildNode,
  getIdentifierOrString,
  isValidTypeScript,
  parseTypeScript,
  walkAst,
} from './syntax.ts';

export type Mutant = SourceEdit & {
  file: string;
  line: number;
  /** Name of the nearest enclosing function, or an empty string at the top level. */
  scope: string;
  original: string;
  /** Reason why no test can detect the mutant, if harmless.ts lists it. */
  harmless: string | undefined;
};

const folders = ['http', 'storage', ...features.map(({ name }) => name)];
/** Files without access or validation checks, such as content types, formatting and logs. */
const excludedFiles =
  /\.(test|matrix)\.ts$|^contract\/(content|deadlines|time)\.ts$|^server\/(content\/|http\/(health|documentation|log))/;

const guardedFiles = [
  'contract/**/*.ts',
  `server/{${folders}}/**/*.ts`,
  'server/{app,config,mail/smtp}.ts',
];

const listGuardedFiles = (root: string): string[] =>
  globSync(guardedFiles, { cwd: root })
    .filter((path) => !excludedFiles.test(path))
    .toSorted();

/** Returns a project's mutants (harmless ones marked) and the list entries that do not match exactly one mutant. */
export function findAllMutants(root: string, harmlessList = harmlessMutants) {
  const contents = listGuardedFiles(root).map(
    (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
  );
  const requestSchemas = findRequestSchemas(contents.map(([, source]) => source));
  const mutants = contents.flatMap(([file, source]) => findMutants(file, source, requestSchemas));
  return { mutants, staleEntries: flagHarmlessMutants(mutants, harmlessList) };
}

/** Marks the mutants that match the list as harmless. Returns the list entries that do not match exactly one mutant. */
export function flagHarmlessMutants(
  mutants: readonly Mutant[],
  list: typeof harmlessMutants,
): string[] {
  const entries = Object.entries(list).flatMap(([reason, texts]) =>
    texts.map((text) => ({ reason, text })),
  );
  return entries.flatMap(({ reason, text }) => {
    const [, file, scope, kind, code, number] =
      /^(\S+) (\S+) (\w+): (.+?)(?: #(\d+))?$/.exec(text) ?? [];
    const matches = mutants.filter(
      (mutant) =>
        mutant.file === file &&
        (mutant.scope || '-') === scope &&
        mutant.kind === kind &&
        (mutant.original === code || mutant.effect.replace(effectPrefix, '') === code),
    );
    const [match, ...further] = number
      ? matches.slice(Number(number) - 1, Number(number))
      : matches;
    if (!match || further.length > 0)
      return [`harmless.ts: ${matches.length} mutants match: ${text}`];
    match.harmless = reason;
    return [];
  });
}

const effectPrefix = /^(asks no more: |without |leaves out |no )/;

/** Returns the mutants of a file in source order. Omits mutants that are not valid TypeScript. */
export function findMutants(
  file: string,
  source: string,
  requestSchemas?: ReadonlySet<string>,
): Mutant[] {
  const root = parseTypeScript(source);
  if (!root) throw new Error(`${file} cannot be read as TypeScript.`);
  const readText = ({ start, end }: AstNode) => source.slice(start, end);
  const changes: (SourceEdit & { scope: string })[] = [];
  walkAst(root, (node, ancestors) => {
    if (isInReply(ancestors, requestSchemas)) return;
    const scope = findEnclosingFunctionName(ancestors);
    for (const rule of mutationRules)
      changes.push(...rule(node, ancestors, readText).map((change) => ({ ...change, scope })));
  });
  const mutants = changes
    .filter((mutant) => isValidTypeScript(applyMutant(source, mutant)))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((mutant) => ({ ...mutant, line: source.slice(0, mutant.start).split('\n').length }));
  return mutants.map((mutant) => ({
    ...mutant,
    file,
    original: toOneLine(source.slice(mutant.start, mutant.end)),
    effect: toOneLine(mutant.effect),
    harmless: undefined,
  }));
}

export const applyMutant = (source: string, { start, end, text }: SourceEdit): string =>
  source.slice(0, start) + text + source.slice(end);

/** Returns whether a node is part of a reply schema, which is skipped because it does not validate input. */
const isInReply = (
  ancestors: readonly AstNode[],
  requestSchemas: ReadonlySet<string> | undefined,
) =>
  ancestors.some((node) => {
    const schema =
      node.type === 'VariableDeclarator' ? getIdentifierOrString(getChildNode(node, 'id')) : '';
    return (
      isNamedReply(node) || (requestSchemas && /^[A-Z]/.test(schema) && !requestSchemas.has(schema))
    );
  });

/** Returns the names of the schemas that validate requests, including the schemas that they contain. */
function findRequestSchemas(contents: readonly string[]): Set<string> {
  const uses = new Map<string, Set<string>>();
  const roots = contents
    .map((source) => parseTypeScript(source))
    .filter((root) => root !== undefined);
  for (const root of roots) {
    walkAst(root, (node, ancestors) => {
      if (node.type !== 'Identifier' || ancestors.some(isNamedReply)) return;
      for (const ancestor of ancestors) {
        const owner =
          ancestor.type === 'Property' &&
          /^(params|query|body)$/.test(getIdentifierOrString(getChildNode(ancestor, 'key')))
            ? 'request'
            : /^(VariableDeclarator|FunctionDeclaration)$/.test(ancestor.type) &&
              getIdentifierOrString(getChildNode(ancestor, 'id'));
        if (owner) uses.set(owner, (uses.get(owner) ?? new Set()).add(getIdentifierOrString(node)));
      }
    });
  }
  const requestSchemas = new Set(uses.get('request'));
  for (const name of requestSchemas)
    for (const used of uses.get(name) ?? []) requestSchemas.add(used);
  return requestSchemas;
}

const isNamedReply = (node: AstNode) =>
  node.type === 'Property' && getIdentifierOrString(getChildNode(node, 'key')) === 'reply';

const toOneLine = (text: string) =>
  text
    .replace(/\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
