// AST helpers based on Vite's parser, because TypeScript 7 has no stable parser API yet.

import { parseSync } from 'vite';

export type AstNode = { type: string; start: number; end: number; [field: string]: unknown };

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export function parseTypeScript(source: string): AstNode | undefined {
  const { program, errors } = parseSync('source.ts', source, { lang: 'ts' });
  const root: unknown = program;
  return errors.length === 0 && isNode(root) ? root : undefined;
}

export const isValidTypeScript = (source: string): boolean =>
  parseSync('source.ts', source, { lang: 'ts' }).errors.length === 0;

/** Calls `visit` for every node, with its ancestors ordered from innermost to outermost. */
export function walkAst(
  node: AstNode,
  visit: (node: AstNode, ancestors: readonly AstNode[]) => void,
  ancestors: readonly AstNode[] = [],
): void {
  visit(node, ancestors);
  const innerAncestors = [node, ...ancestors];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walkAst(child, visit, innerAncestors);
    }
  }
}

export function getChildNode(node: AstNode | undefined, field: string): AstNode | undefined {
  const child = node?.[field];
  return isNode(child) ? child : undefined;
}

export function getChildNodes(node: AstNode | undefined, field: string): AstNode[] {
  const children = node?.[field];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** Returns the name of an identifier or the value of a string literal, or else an empty string. */
export function getIdentifierOrString(node: AstNode | undefined): string {
  const word = node?.type === 'Identifier' ? node.name : node?.value;
  return typeof word === 'string' ? word : '';
}

/** Returns the name of the called function, such as `where` for `query.where(…)` and for `where(…)`. */
export function getCalleeName(node: AstNode): string {
  const callee = node.type === 'CallExpression' ? getChildNode(node, 'callee') : undefined;
  return getIdentifierOrString(
    callee?.type === 'MemberExpression' ? getChildNode(callee, 'property') : callee,
  );
}

/** Returns the object of a method call, such as `query` for `query.where(…)`. */
export function getCallReceiver(node: AstNode): AstNode | undefined {
  const callee = getChildNode(node, 'callee');
  return callee?.type === 'MemberExpression' ? getChildNode(callee, 'object') : undefined;
}

export function findEnclosingFunctionName(ancestors: readonly AstNode[]): string {
  for (const [index, node] of ancestors.entries()) {
    if (node.type === 'FunctionDeclaration') return getIdentifierOrString(getChildNode(node, 'id'));
    const outer = ancestors[index + 1];
    if (node.type === 'ArrowFunctionExpression' && outer?.type === 'VariableDeclarator') {
      return getIdentifierOrString(getChildNode(outer, 'id'));
    }
  }
  return '';
}
