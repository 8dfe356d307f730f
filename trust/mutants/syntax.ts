// AST helpers based on Vite's parser, because TypeScript 7 has no stable parser API yet.

import { parseSync } from 'vite';

export type Node = { type: string; start: number; end: number; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export function parse(source: string): Node | undefined {
  const { program, errors } = parseSync('source.ts', source, { lang: 'ts' });
  const root: unknown = program;
  return errors.length === 0 && isNode(root) ? root : undefined;
}

export const isValidTypeScript = (source: string): boolean =>
  parseSync('source.ts', source, { lang: 'ts' }).errors.length === 0;

/** Calls `visit` for every node with its ancestors, innermost first. */
export function walkAst(
  node: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void {
  visit(node, ancestors);
  const innerAncestors = [node, ...ancestors];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walkAst(child, visit, innerAncestors);
    }
  }
}

export function getChild(node: Node | undefined, field: string): Node | undefined {
  const child = node?.[field];
  return isNode(child) ? child : undefined;
}

export function getChildren(node: Node | undefined, field: string): Node[] {
  const children = node?.[field];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** Returns the name of an identifier or the value of a string literal, or else an empty string. */
export function getNameOrString(node: Node | undefined): string {
  const word = node?.type === 'Identifier' ? node.name : node?.value;
  return typeof word === 'string' ? word : '';
}

/** Returns the name of the called function, such as `where` for `query.where(…)` and for `where(…)`. */
export function getCalleeName(node: Node): string {
  const callee = node.type === 'CallExpression' ? getChild(node, 'callee') : undefined;
  return getNameOrString(
    callee?.type === 'MemberExpression' ? getChild(callee, 'property') : callee,
  );
}

/** Returns the object of a method call, such as `query` for `query.where(…)`. */
export function getCallTarget(node: Node): Node | undefined {
  const callee = getChild(node, 'callee');
  return callee?.type === 'MemberExpression' ? getChild(callee, 'object') : undefined;
}

export function findEnclosingFunction(ancestors: readonly Node[]): string {
  for (const [index, node] of ancestors.entries()) {
    if (node.type === 'FunctionDeclaration') return getNameOrString(getChild(node, 'id'));
    const outer = ancestors[index + 1];
    if (node.type === 'ArrowFunctionExpression' && outer?.type === 'VariableDeclarator') {
      return getNameOrString(getChild(outer, 'id'));
    }
  }
  return '';
}
