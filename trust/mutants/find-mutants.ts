// Every access and validation check of a source text, each as the one change that takes it away or negates it.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '#server/features.ts';
import { type Change, rules } from './rules.ts';
import { childOf, isValid, type Node, parse, walk, wordOf } from './syntax.ts';

export type Mutant = Change & {
  file: string;
  line: number;
  /** What stands there, in one line. */
  before: string;
  /** Why it changes nothing that anybody can see, where the source says so. */
  harmless: string | undefined;
};

const folders = ['http', 'storage', ...features.map(({ name }) => name)];
/** What an operator writes, and how the portal describes itself, guards nothing. */
const unguarded =
  /\.(test|matrix)\.ts$|^contract\/(content|deadlines|time)\.ts$|^server\/(content\/|http\/(health|documentation|log))/;

/** The files whose checks are tried, by their paths in the project. */
const guardedFiles = (root: string): string[] =>
  globSync(
    ['contract/**/*.ts', `server/{${folders}}/**/*.ts`, 'server/{app,config,mail/smtp}.ts'],
    {
      cwd: root,
    },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !unguarded.test(path))
    .toSorted();

/** The mutants of a project, and the markers in its sources that excuse none of them. */
export function mutantsOf(root: string): { mutants: Mutant[]; idleMarkers: string[] } {
  const sources = guardedFiles(root).map(
    (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
  );
  const sent = sentSchemas(sources.map(([, source]) => source));
  const mutants = sources.flatMap(([file, source]) => findMutants(file, source, sent));
  const idleMarkers = sources.flatMap(([file, source]) =>
    markersOf(source).flatMap(({ line, names }) =>
      names
        .filter((name) => !mutants.some((one) => one.file === file && isNamed(one, line, name)))
        .map((name) => `${file}:${line} excuses ${name}, which is not there`),
    ),
  );
  return { mutants, idleMarkers };

  function isNamed(one: Mutant, line: number, name: string): boolean {
    const same = mutants.filter(
      ({ file, kind, line: at }) => file === one.file && kind === one.kind && at === one.line,
    );
    return one.line === line + 1 && nameIn(same, one) === name;
  }
}

/** A mutant's name on its line: its kind, with a number where there are several. */
const nameIn = <T extends Change>(same: readonly T[], one: T): string =>
  same.length > 1 ? `${one.kind}${same.indexOf(one) + 1}` : one.kind;

/** `// mutant-harmless part2 refusal: why`, on the line above the mutants that it excuses. */
const markersOf = (source: string) =>
  source.split('\n').flatMap((text, index) => {
    const [, names, why] = /^\s*\/\/ mutant-harmless ([\w ]+): (.+)$/.exec(text) ?? [];
    return names && why ? [{ line: index + 1, names: names.split(' '), why }] : [];
  });

/** The mutants of a file, in the order of its text; each of them is valid TypeScript. */
export function findMutants(file: string, source: string, sent?: ReadonlySet<string>): Mutant[] {
  const root = parse(source);
  if (!root) throw new Error(`${file} cannot be read as TypeScript.`);
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const changes: Change[] = [];
  walk(root, (node, around) => {
    if (isOfReply(around, sent)) return;
    for (const rule of rules) changes.push(...rule(node, around, textOf));
  });
  const found = changes
    .filter((one) => isValid(applied(source, one)))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((one) => ({ ...one, line: source.slice(0, one.start).split('\n').length }));
  const markers = markersOf(source);
  return found.map((one) => {
    const same = found.filter(({ kind, line }) => kind === one.kind && line === one.line);
    const marker = markers.find(
      ({ line, names }) => line === one.line - 1 && names.includes(nameIn(same, one)),
    );
    const before = inOneLine(source.slice(one.start, one.end));
    return { ...one, file, before, does: inOneLine(one.does), harmless: marker?.why };
  });
}

/** The source with the mutant's change. */
export const applied = (source: string, { start, end, text }: Change): string =>
  source.slice(0, start) + text + source.slice(end);

/** What a reply looks like is no check of what comes in. */
const isOfReply = (around: readonly Node[], sent: ReadonlySet<string> | undefined) =>
  around.some((node) => {
    const schema = node.type === 'VariableDeclarator' ? wordOf(childOf(node, 'id')) : '';
    return isNamedReply(node) || (sent && /^[A-Z]/.test(schema) && !sent.has(schema));
  });

/** The names of schemas that requests are parsed by: of params, queries and bodies, and what these are made of. */
function sentSchemas(sources: readonly string[]): Set<string> {
  const uses = new Map<string, Set<string>>();
  const roots = sources.map((source) => parse(source)).filter((root) => root !== undefined);
  for (const root of roots) {
    walk(root, (node, around) => {
      if (node.type !== 'Identifier' || around.some(isNamedReply)) return;
      for (const outer of around) {
        const owner =
          outer.type === 'Property' && /^(params|query|body)$/.test(wordOf(childOf(outer, 'key')))
            ? 'request'
            : /^(VariableDeclarator|FunctionDeclaration)$/.test(outer.type) &&
              wordOf(childOf(outer, 'id'));
        if (owner) uses.set(owner, (uses.get(owner) ?? new Set()).add(wordOf(node)));
      }
    });
  }
  const sent = new Set(uses.get('request'));
  for (const name of sent) for (const used of uses.get(name) ?? []) sent.add(used);
  return sent;
}

const isNamedReply = (node: Node) =>
  node.type === 'Property' && wordOf(childOf(node, 'key')) === 'reply';

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
