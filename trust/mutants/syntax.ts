// A file as a tree, by the parser that Vite brings: TypeScript 7 offers none that is stable yet.

import { parseSync } from 'vite';

/** A node of the tree as ESTree has it; its other fields differ by type. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The tree of a source text, or undefined when it is not valid TypeScript. */
export function parse(source: string): Node | undefined {
  const { program, errors } = parseSync('source.ts', source, { lang: 'ts' });
  const root: unknown = program;
  return errors.length === 0 && isNode(root) ? root : undefined;
}

/** Whether a source text is valid TypeScript; without its tree, which costs the most. */
export const isValid = (source: string): boolean =>
  parseSync('source.ts', source, { lang: 'ts' }).errors.length === 0;

/** Calls `visit` for every node with those it lies in, the innermost first. */
export function walk(
  node: Node,
  visit: (node: Node, around: readonly Node[]) => void,
  around: readonly Node[] = [],
): void {
  visit(node, around);
  const inner = [node, ...around];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, inner);
    }
  }
}

/** A node in one of another's fields; undefined when there is none. */
export function childOf(node: Node | undefined, field: string): Node | undefined {
  const child = node?.[field];
  return isNode(child) ? child : undefined;
}

/** The nodes in a list field, such as the arguments of a call. */
export function childrenOf(node: Node | undefined, field: string): Node[] {
  const children = node?.[field];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** What an identifier or a text's literal says; empty for everything else. */
export function wordOf(node: Node | undefined): string {
  const word = node?.type === 'Identifier' ? node.name : node?.value;
  return typeof word === 'string' ? word : '';
}

/** What a call calls: `where` of `query.where(…)` and of `where(…)`. */
export function calledBy(node: Node): string {
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined;
  return wordOf(callee?.type === 'MemberExpression' ? childOf(callee, 'property') : callee);
}

/** The query or schema that a call goes on from: `query` of `query.where(…)`. */
export function targetOf(node: Node): Node | undefined {
  const callee = childOf(node, 'callee');
  return callee?.type === 'MemberExpression' ? childOf(callee, 'object') : undefined;
}

/** The name of the nearest named function around a node; empty at the top of a file. */
export function functionAround(around: readonly Node[]): string {
  for (const [index, node] of around.entries()) {
    if (node.type === 'FunctionDeclaration') return wordOf(childOf(node, 'id'));
    const outer = around[index + 1];
    if (node.type === 'ArrowFunctionExpression' && outer?.type === 'VariableDeclarator') {
      return wordOf(childOf(outer, 'id'));
    }
  }
  return '';
}
