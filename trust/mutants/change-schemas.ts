// Zod's checks, and the links of a chain of calls.

import { type Change, change, type Kind, type Rule } from './change.ts';
import { calledBy, childOf, childrenOf, type Node, targetOf, wordOf } from './syntax.ts';

/** `query.where(…)` becomes `query`. */
export function dropFromChain(kind: Kind, node: Node, textOf: (node: Node) => string): Change[] {
  const target = targetOf(node);
  if (!target) return [];
  const said = textOf(node).slice(target.end - node.start);
  return [change(kind, node, textOf(target), `without ${said.trim()}`)];
}

/** Whether a chain of calls begins with `z` or with a schema of the contract, which has a capital. */
function isSchema(node: Node | undefined): boolean {
  if (!node) return false;
  if (node.type === 'CallExpression') return isSchema(childOf(node, 'callee'));
  if (node.type === 'MemberExpression') return isSchema(childOf(node, 'object'));
  return /^(z|line|nameLine|paragraph|url|[A-Z]\w*)$/.test(wordOf(node)) && wordOf(node) !== 'Math';
}

const checks = new Set(
  'min max int regex refine superRefine email uuid trim normalize toLowerCase overwrite strict'.split(
    ' ',
  ),
);

/** A schema that takes anything of the same plain type instead of the one that looks closer. */
const looser: Record<string, string> = {
  uuid: 'z.string()',
  email: 'z.string()',
  url: 'z.string()',
  date: 'z.string()',
  int32: 'z.number()',
  int: 'z.number()',
  enum: 'z.string()',
  literal: 'z.any()',
  custom: 'z.any()',
  strictObject: 'z.object',
};

/** A check of a schema dropped, or its type made wider. */
export const loosenSchema: Rule = (node, _around, textOf) => {
  const name = calledBy(node);
  const target = targetOf(node);
  const callee = childOf(node, 'callee');
  if (!target || !callee || !isSchema(target)) return [];
  const isFirst = ['z', 'z.iso'].includes(textOf(target));
  if (!isFirst) return checks.has(name) ? dropFromChain('schema', node, textOf) : [];
  const wider = looser[name];
  if (!wider) return [];
  const [argument] = childrenOf(node, 'arguments');
  const at = name === 'strictObject' ? callee : node;
  const said = argument && name !== 'strictObject' ? `z.${name}(…)` : `z.${name}`;
  return [change('schema', at, wider, `${wider} instead of ${said}`)];
};
