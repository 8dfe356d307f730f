// Every access and validation check of a source text, each as the one change that takes it away or turns it round.

import { type Change, change, type Rule } from './change.ts';
import { dropFromChain, loosenSchema } from './change-schemas.ts';
import { changeAccess, dropHeader, dropLimit, loosenFlag } from './change-settings.ts';
import { repliesOnly, unguarded } from './scope.ts';
import {
  calledBy,
  childOf,
  childrenOf,
  functionAround,
  isValid,
  type Node,
  parse,
  walk,
  wordOf,
} from './syntax.ts';

export type Mutant = Change & {
  file: string;
  line: number;
  /** What stands there, in one line. */
  before: string;
  /** The line of the source on which it begins. */
  at: string;
};

/** A `throw`, a returned Problem or fault, and one that is kept for later (`refusal ??= …`). */
const removeRefusal: Rule = (node, _around, textOf) => {
  if (node.type === 'ThrowStatement') return [change('refusal', node, ';', 'does not refuse')];
  if (node.type === 'ReturnStatement') {
    const value = childOf(node, 'argument');
    const isProblem =
      value?.type === 'NewExpression' && wordOf(childOf(value, 'callee')) === 'Problem';
    const isFault =
      value?.type === 'ObjectExpression' && /\bcode\b.*\bmessage\b/s.test(textOf(value));
    return isProblem || isFault ? [change('refusal', node, ';', 'does not refuse')] : [];
  }
  const left = node.type === 'AssignmentExpression' ? childOf(node, 'left') : undefined;
  const right = childOf(node, 'right');
  return left && right && node.operator === '??=' && wordOf(left) === 'refusal'
    ? [change('refusal', node, `void (${textOf(right)})`, 'does not refuse')]
    : [];
};

const ends = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement']);

/** A check that refuses: turned round. One that only leaves early: as if it never did. */
const turnCondition: Rule = (node, _around, textOf) => {
  const test = node.type === 'IfStatement' ? childOf(node, 'test') : undefined;
  const then = childOf(node, 'consequent');
  if (!test || !then) return [];
  const last = then.type === 'BlockStatement' ? childrenOf(then, 'body').at(-1) : then;
  if (!last || !ends.has(last.type)) return [];
  return last.type === 'ThrowStatement'
    ? [change('condition', test, `!(${textOf(test)})`, 'asks the opposite')]
    : [change('condition', test, 'false', 'never asks')];
};

/** Whether a value decides over a refusal or a right: what a check asks, or what `may…` and `is…` say. */
function decides(node: Node, [outer, ...further]: readonly Node[]): boolean {
  if (!outer) return false;
  if (outer.type === 'LogicalExpression' && outer.operator !== '??') return decides(outer, further);
  if (['UnaryExpression', 'ParenthesizedExpression'].includes(outer.type))
    return decides(outer, further);
  if (outer.type === 'IfStatement') return childOf(outer, 'test') === node;
  if (outer.type === 'VariableDeclarator') return saysYesOrNo.test(wordOf(childOf(outer, 'id')));
  const isBody = outer.type === 'ArrowFunctionExpression' && childOf(outer, 'body') === node;
  return (
    (outer.type === 'ReturnStatement' || isBody) &&
    saysYesOrNo.test(functionAround([outer, ...further]))
  );
}

const saysYesOrNo = /^(is|may|has|must)[A-Z]/;

/** `a && b` and `a || b` without one of the two; of a longer row each part is left out once. */
const dropPart: Rule = (node, around, textOf) => {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  if (node.type !== 'LogicalExpression' || node.operator === '??' || !left || !right) return [];
  if (!decides(node, around)) return [];
  const withoutRight = change('part', node, `(${textOf(left)})`, `asks no more: ${textOf(right)}`);
  const isRow = left.type === 'LogicalExpression' && left.operator === node.operator;
  return isRow
    ? [withoutRight]
    : [withoutRight, change('part', node, `(${textOf(right)})`, `asks no more: ${textOf(left)}`)];
};

/** What says yes or no: `may…`, `is…` and the tests that a schema refines by say it always. */
const forceRight: Rule = (node, around, textOf) => {
  const value =
    node.type === 'ReturnStatement'
      ? childOf(node, 'argument')
      : node.type === 'ArrowFunctionExpression' && childOf(node, 'body')?.type !== 'BlockStatement'
        ? childOf(node, 'body')
        : undefined;
  const name = functionAround(node.type === 'ReturnStatement' ? around : [node, ...around]);
  if (!value || !saysYesOrNo.test(name)) return [];
  return ['true', 'false']
    .filter((answer) => answer !== textOf(value))
    .map((answer) => change('right', value, answer, `${name} says ${answer}`));
};

/** `.where(…)` of a query, and what stands in its `or` and `and`. */
const widenQuery: Rule = (node, _around, textOf) => {
  if (['where', 'whereRef'].includes(calledBy(node))) return dropFromChain('where', node, textOf);
  if (!['or', 'and'].includes(calledBy(node))) return [];
  const [list] = childrenOf(node, 'arguments');
  // What a search looks for hides nothing from anybody.
  const parts = childrenOf(list, 'elements').filter((part) => !textOf(part).includes("'like'"));
  return parts.map((element, index, all) => {
    const rest = all.filter((other) => other !== element).map(textOf);
    return change(
      'where',
      list ?? element,
      `[${rest.join(', ')}]`,
      `without part ${index + 1} of the ${calledBy(node)}`,
    );
  });
};

const stepName =
  /^((require|refuse|lock|end|count|discard)([A-Z]|$)|addHook$|addIssue$|answerProblems$)/;

/** A step of an act that nothing else depends on: `await requireFresh(…);`. */
const dropStep: Rule = (node, _around, textOf) => {
  if (node.type !== 'ExpressionStatement') return [];
  const expression = childOf(node, 'expression');
  const call =
    expression?.type === 'AwaitExpression' ? childOf(expression, 'argument') : expression;
  const name = call ? calledBy(call) : '';
  if (!call || !stepName.test(name)) return [];
  return [change('step', node, ';', `leaves out ${textOf(call).split('(')[0]}`)];
};

const rules: readonly Rule[] = [
  removeRefusal,
  turnCondition,
  dropPart,
  forceRight,
  widenQuery,
  dropStep,
  loosenSchema,
  changeAccess,
  dropHeader,
  loosenFlag,
  dropLimit,
];

/** The mutants of a file, in the order of its text; each of them is valid TypeScript. */
export function findMutants(file: string, source: string): Mutant[] {
  const root = parse(source);
  if (!root) throw new Error(`${file} cannot be read as TypeScript.`);
  const textOf = (node: Node) => source.slice(node.start, node.end);
  const changes: Change[] = [];
  walk(root, (node, around) => {
    if (isNoGuard(file, around)) return;
    for (const rule of rules) changes.push(...rule(node, around, textOf));
  });
  const found = changes
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((one) => ({
      ...one,
      file,
      line: source.slice(0, one.start).split('\n').length,
      at: source.split('\n')[source.slice(0, one.start).split('\n').length - 1]?.trim() ?? '',
      before: inOneLine(source.slice(one.start, one.end)),
      does: inOneLine(one.does),
    }));
  return found.filter((mutant) => isValid(applied(source, mutant)));
}

/** The source with the mutant's change. */
export function applied(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** What a reply looks like, and what only finds words for people, is no check of what comes in. */
const isNoGuard = (file: string, around: readonly Node[]) =>
  unguarded[file]?.includes(functionAround(around)) ||
  around.some(
    (node) =>
      (node.type === 'Property' && wordOf(childOf(node, 'key')) === 'reply') ||
      (node.type === 'VariableDeclarator' && repliesOnly.has(wordOf(childOf(node, 'id')))),
  );

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
