// What a mutant changes: each rule looks at one node of the tree and gives the changes that weaken a check there.

import {
  calledBy,
  childOf,
  childrenOf,
  functionAround,
  type Node,
  targetOf,
  wordOf,
} from './syntax.ts';

/** One change of one place: `text` instead of what stands from `start` to `end`. */
export type Change = { kind: string; start: number; end: number; text: string; does: string };
type Rule = (node: Node, around: readonly Node[], textOf: (node: Node) => string) => Change[];

const change = (kind: string, { start, end }: Node, text: string, does: string): Change => ({
  kind,
  start,
  end,
  text,
  does,
});

/** A `throw`, a returned Problem or error, and one that is kept for later (`refusal ??= …`). */
const removeRefusal: Rule = (node, _around, textOf) => {
  const [value, left, right] = [
    childOf(node, 'argument'),
    childOf(node, 'left'),
    childOf(node, 'right'),
  ];
  const isReturned =
    node.type === 'ReturnStatement' &&
    ((value?.type === 'NewExpression' && wordOf(childOf(value, 'callee')) === 'Problem') ||
      (value?.type === 'ObjectExpression' && /\bcode\b.*\bmessage\b/s.test(textOf(value))));
  if (node.type === 'ThrowStatement' || isReturned)
    return [change('refusal', node, ';', 'does not refuse')];
  return left && right && node.operator === '??=' && wordOf(left) === 'refusal'
    ? [change('refusal', node, `void (${textOf(right)})`, 'does not refuse')]
    : [];
};

const ends = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement']);

/** A check that refuses is negated; one that only returns early never does. */
const negateCondition: Rule = (node, _around, textOf) => {
  const test = node.type === 'IfStatement' ? childOf(node, 'test') : undefined;
  const then = childOf(node, 'consequent');
  const last = then?.type === 'BlockStatement' ? childrenOf(then, 'body').at(-1) : then;
  if (!test || !last || !ends.has(last.type)) return [];
  return last.type === 'ThrowStatement'
    ? [change('condition', test, `!(${textOf(test)})`, 'asks the opposite')]
    : [change('condition', test, 'false', 'never asks')];
};

const isPredicate = (name: string) => /^(is|may|has|must)[A-Z]/.test(name);

/** Whether a value decides over a refusal or a right: what an `if` asks, or what `may…` and `is…` return. */
function decides(node: Node, [outer, ...further]: readonly Node[]): boolean {
  if (!outer) return false;
  const isOperator = outer.type === 'LogicalExpression' && outer.operator !== '??';
  if (isOperator || ['UnaryExpression', 'ParenthesizedExpression'].includes(outer.type))
    return decides(outer, further);
  if (outer.type === 'IfStatement') return childOf(outer, 'test') === node;
  if (outer.type === 'VariableDeclarator') return isPredicate(wordOf(childOf(outer, 'id')));
  const isBody = outer.type === 'ArrowFunctionExpression' && childOf(outer, 'body') === node;
  const isReturned = outer.type === 'ReturnStatement' || isBody;
  return isReturned && isPredicate(functionAround([outer, ...further]));
}

/** `a && b` and `a || b` without one of the two; of a longer row each part is left out once. */
const dropPart: Rule = (node, around, textOf) => {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  const isLogical = node.type === 'LogicalExpression' && node.operator !== '??';
  if (!isLogical || !left || !right || !decides(node, around)) return [];
  const keep = (kept: Node, dropped: Node) =>
    change('part', node, `(${textOf(kept)})`, `asks no more: ${textOf(dropped)}`);
  const isRow = left.type === 'LogicalExpression' && left.operator === node.operator;
  return isRow ? [keep(left, right)] : [keep(left, right), keep(right, left)];
};

/** `may…` and `is…` always give the same. */
const forceRight: Rule = (node, around, textOf) => {
  const isReturn = node.type === 'ReturnStatement';
  const body = node.type === 'ArrowFunctionExpression' ? childOf(node, 'body') : undefined;
  const value = isReturn ? childOf(node, 'argument') : body;
  const name = functionAround(isReturn ? around : [node, ...around]);
  if (!value || value.type === 'BlockStatement' || !isPredicate(name)) return [];
  return ['true', 'false']
    .filter((constant) => constant !== textOf(value))
    .map((constant) => change('right', value, constant, `${name} says ${constant}`));
};

/** `query.where(…)` becomes `query`. */
function dropFromChain(kind: string, node: Node, textOf: (node: Node) => string): Change[] {
  const target = targetOf(node);
  if (!target) return [];
  const dropped = textOf(node)
    .slice(target.end - node.start)
    .trim();
  return [change(kind, node, textOf(target), `without ${dropped}`)];
}

/** `.where(…)` of a query, and each part of its `or` and `and`. */
const widenQuery: Rule = (node, _around, textOf) => {
  const name = calledBy(node);
  if (['where', 'whereRef'].includes(name)) return dropFromChain('where', node, textOf);
  const [list] = ['or', 'and'].includes(name) ? childrenOf(node, 'arguments') : [];
  // What a search looks for hides nothing from anybody.
  const parts = childrenOf(list, 'elements').filter((part) => !textOf(part).includes("'like'"));
  return parts.map((part, index) => {
    const rest = parts.filter((other) => other !== part).map(textOf);
    const does = `without part ${index + 1} of the ${name}`;
    return change('where', list ?? part, `[${rest.join(', ')}]`, does);
  });
};

const step =
  /^((require|refuse|lock|end|count|discard)([A-Z]|$)|addHook$|addIssue$|replyWithProblems$)/;

/** A step that nothing else depends on: `await requireFresh(…);`. */
const dropStep: Rule = (node, _around, textOf) => {
  const expression = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : undefined;
  const call =
    expression?.type === 'AwaitExpression' ? childOf(expression, 'argument') : expression;
  return call && step.test(calledBy(call))
    ? [change('step', node, ';', `leaves out ${textOf(call).split('(')[0]}`)]
    : [];
};

/** Whether a chain of calls begins with `z` or with a schema of the contract, which has a capital. */
function isSchema(node: Node | undefined): boolean {
  if (node?.type === 'CallExpression') return isSchema(childOf(node, 'callee'));
  if (node?.type === 'MemberExpression') return isSchema(childOf(node, 'object'));
  return /^(z|line|nameLine|paragraph|url|(?!Math$)[A-Z]\w*)$/.test(wordOf(node));
}

const check =
  /^(min|max|int|regex|refine|superRefine|email|uuid|trim|normalize|toLowerCase|overwrite|strict)$/;

/** A schema that takes anything of the same plain type instead of the one that looks closer. */
const wider: Record<string, string> = {
  ...{ uuid: 'z.string()', email: 'z.string()', url: 'z.string()', date: 'z.string()' },
  ...{ enum: 'z.string()', int32: 'z.number()', int: 'z.number()' },
  ...{ literal: 'z.any()', custom: 'z.any()', strictObject: 'z.object' },
};

/** A check of a schema dropped, or its type made wider. */
const loosenSchema: Rule = (node, _around, textOf) => {
  const [name, target, callee] = [calledBy(node), targetOf(node), childOf(node, 'callee')];
  if (!target || !callee || !isSchema(target)) return [];
  if (!['z', 'z.iso'].includes(textOf(target)))
    return check.test(name) ? dropFromChain('schema', node, textOf) : [];
  const loose = wider[name];
  if (!loose) return [];
  const at = name === 'strictObject' ? callee : node;
  return [change('schema', at, loose, `${loose} instead of z.${name}`)];
};

const keyOf = (node: Node) => (node.type === 'Property' ? wordOf(childOf(node, 'key')) : '');

/** An endpoint opened to every account, and to visitors. */
const changeAccess: Rule = (node, around, textOf) => {
  const value = keyOf(node) === 'access' ? childOf(node, 'value') : undefined;
  const isOfEndpoint = around.some((outer) => calledBy(outer) === 'endpoint');
  if (!value || !isOfEndpoint || wordOf(value) === 'public') return [];
  const isForAll = value.type === 'Identifier' || childrenOf(value, 'elements').length === 3;
  const everybody = `['admin', 'faculty', 'student'] as const`;
  const only = `open to every account, not only ${textOf(value)}`;
  const open = change('access', value, `'public'`, 'open to visitors');
  return isForAll ? [open] : [open, change('access', value, everybody, only)];
};

const header =
  /^(cache-control|content-security-policy|content-disposition|x-content-type-options|cross-origin-[a-z-]+|retry-after|script-src|style-src|img-src|font-src|contentSecurityPolicy|strictTransportSecurity|crossOriginOpenerPolicy|originAgentCluster)$/;

/** A header left out: one of a list, or one that is set on a reply. */
const dropHeader: Rule = (node, around) => {
  const key = keyOf(node);
  if (header.test(key)) return [change('header', node, '...{}', `without ${key}`)];
  const isCall = ['header', 'register'].includes(calledBy(node));
  if (!isCall || around[0]?.type === 'MemberExpression') return [];
  const name = wordOf(childrenOf(node, 'arguments')[0]);
  return header.test(name) || name === 'helmet'
    ? [change('header', node, 'void 0', `without ${name}`)]
    : [];
};

/** What each flag of a cookie, the app or the mail client is when it no longer protects. */
const loose: Record<string, string> = {
  ...{ httpOnly: 'false', sameSite: `'none'`, secure: 'false', path: `'/'`, trustProxy: 'true' },
  ...{ return503OnClosing: 'false', disableFileAccess: 'false', disableUrlAccess: 'false' },
  ...{ redact: '[]', validatorUrl: 'undefined' },
};

const loosenFlag: Rule = (node, around, textOf) => {
  const [name, value] = [keyOf(node), childOf(node, 'value')];
  const flag = Object.hasOwn(loose, name) ? loose[name] : undefined;
  // `path` is a flag of cookies only.
  const isOfCookie = around.some(
    (outer) => outer.type === 'ObjectExpression' && /\bhttpOnly\b/.test(textOf(outer)),
  );
  return flag && value && textOf(value) !== flag && (name !== 'path' || isOfCookie)
    ? [change('flag', value, flag, `${name} is ${flag}`)]
    : [];
};

const limit =
  /^(bodyLimit|fieldNameSize|fieldSize|fields|files|parts|headerPairs|requestTimeout|connectionTimeout|keepAliveTimeout|query_timeout|idle_in_transaction_session_timeout|connectionTimeoutMillis|dnsTimeout|greetingTimeout|socketTimeout)$/;

/** A limit of size, number or time without its number. */
const dropLimit: Rule = (node, around) => {
  const [name, value] = [keyOf(node), childOf(node, 'value')];
  const isNumber = value?.type === 'BinaryExpression' || typeof value?.value === 'number';
  return value && isNumber && limit.test(name) && around[0]?.type === 'ObjectExpression'
    ? [change('limit', value, 'undefined', `no ${name}`)]
    : [];
};

export const rules: readonly Rule[] = [
  ...[removeRefusal, negateCondition, dropPart, forceRight, widenQuery, dropStep],
  ...[loosenSchema, changeAccess, dropHeader, loosenFlag, dropLimit],
];
