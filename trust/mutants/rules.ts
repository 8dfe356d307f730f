// Mutation rules. Each rule inspects an AST node and returns the changes that weaken a check in the node.

import {
  type AstNode,
  findEnclosingFunctionName,
  getCalleeName,
  getCallReceiver,
  getChildNode,
  getChildNodes,
  getIdentifierOrString,
} from './syntax.ts';

export type SourceEdit = { kind: string; start: number; end: number; text: string; effect: string };
type Rule = (
  node: AstNode,
  ancestors: readonly AstNode[],
  readText: (node: AstNode) => string,
) => SourceEdit[];

const change = (
  kind: string,
  { start, end }: AstNode,
  text: string,
  effect: string,
): SourceEdit => ({
  kind,
  start,
  end,
  text,
  effect,
});

/** Removes a `throw`, a `return` of a problem (an error reply), or an assignment `refusal ??= …`. */
const removeRefusal: Rule = (node, _ancestors, readText) => {
  const value = getChildNode(node, 'argument');
  const left = getChildNode(node, 'left');
  const right = getChildNode(node, 'right');
  const isReturned =
    node.type === 'ReturnStatement' &&
    ((value?.type === 'NewExpression' &&
      getIdentifierOrString(getChildNode(value, 'callee')) === 'Problem') ||
      (value?.type === 'ObjectExpression' && /\bcode\b.*\bmessage\b/s.test(readText(value))));
  if (node.type === 'ThrowStatement' || isReturned)
    return [change('refusal', node, ';', 'does not refuse')];
  return left && right && node.operator === '??=' && getIdentifierOrString(left) === 'refusal'
    ? [change('refusal', node, `void (${readText(right)})`, 'does not refuse')]
    : [];
};

const exitStatements = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement']);

/** Negates the condition of an `if` that ends in `throw`. Makes it false if the `if` ends in `return` or `continue`. */
const negateCondition: Rule = (node, _ancestors, readText) => {
  const test = node.type === 'IfStatement' ? getChildNode(node, 'test') : undefined;
  const consequent = getChildNode(node, 'consequent');
  const last =
    consequent?.type === 'BlockStatement' ? getChildNodes(consequent, 'body').at(-1) : consequent;
  if (!test || !last || !exitStatements.has(last.type)) return [];
  return last.type === 'ThrowStatement'
    ? [change('condition', test, `!(${readText(test)})`, 'asks the opposite')]
    : [change('condition', test, 'false', 'never asks')];
};

const isPredicate = (name: string) => /^(is|may|has|must)[A-Z]/.test(name);

/** Returns whether an expression is part of an `if` condition or of the result of a predicate such as `may…`. */
function decides(node: AstNode, [outer, ...outerNodes]: readonly AstNode[]): boolean {
  if (!outer) return false;
  const isOperator = outer.type === 'LogicalExpression' && outer.operator !== '??';
  if (isOperator || ['UnaryExpression', 'ParenthesizedExpression'].includes(outer.type))
    return decides(outer, outerNodes);
  if (outer.type === 'IfStatement') return getChildNode(outer, 'test') === node;
  if (outer.type === 'VariableDeclarator')
    return isPredicate(getIdentifierOrString(getChildNode(outer, 'id')));
  const isBody = outer.type === 'ArrowFunctionExpression' && getChildNode(outer, 'body') === node;
  const isReturned = outer.type === 'ReturnStatement' || isBody;
  return isReturned && isPredicate(findEnclosingFunctionName([outer, ...outerNodes]));
}

/** Drops one operand of `a && b`, `a || b` or a longer chain. */
const dropPart: Rule = (node, ancestors, readText) => {
  const [left, right] = [getChildNode(node, 'left'), getChildNode(node, 'right')];
  const isLogical = node.type === 'LogicalExpression' && node.operator !== '??';
  if (!isLogical || !left || !right || !decides(node, ancestors)) return [];
  const keep = (keptNode: AstNode, droppedNode: AstNode) =>
    change('part', node, `(${readText(keptNode)})`, `asks no more: ${readText(droppedNode)}`);
  const isChain = left.type === 'LogicalExpression' && left.operator === node.operator;
  return isChain ? [keep(left, right)] : [keep(left, right), keep(right, left)];
};

/** Makes a predicate such as `may…` or `is…` return a constant. */
const forcePredicateResult: Rule = (node, ancestors, readText) => {
  const isReturn = node.type === 'ReturnStatement';
  const body = node.type === 'ArrowFunctionExpression' ? getChildNode(node, 'body') : undefined;
  const value = isReturn ? getChildNode(node, 'argument') : body;
  const name = findEnclosingFunctionName(isReturn ? ancestors : [node, ...ancestors]);
  if (!value || value.type === 'BlockStatement' || !isPredicate(name)) return [];
  return ['true', 'false']
    .filter((constant) => constant !== readText(value))
    .map((constant) => change('right', value, constant, `${name} says ${constant}`));
};

/** Removes the last call from a method chain: replaces `query.where(…)` with `query`. */
function dropFromChain(
  kind: string,
  node: AstNode,
  readText: (node: AstNode) => string,
): SourceEdit[] {
  const target = getCallReceiver(node);
  if (!target) return [];
  const droppedNode = readText(node)
    .slice(target.end - node.start)
    .trim();
  return [change(kind, node, readText(target), `without ${droppedNode}`)];
}

/** Drops a `.where(…)` call, or one condition from the list of an `or(…)` or `and(…)`. */
const widenQuery: Rule = (node, _ancestors, readText) => {
  const name = getCalleeName(node);
  if (['where', 'whereRef'].includes(name)) return dropFromChain('where', node, readText);
  const [list] = ['or', 'and'].includes(name) ? getChildNodes(node, 'arguments') : [];
  // Ignore search conditions, because they do not restrict access.
  const parts = getChildNodes(list, 'elements').filter(
    (part) => !readText(part).includes("'like'"),
  );
  return parts.map((part, index) => {
    const rest = parts.filter((other) => other !== part).map(readText);
    const effect = `without part ${index + 1} of the ${name}`;
    return change('where', list ?? part, `[${rest.join(', ')}]`, effect);
  });
};

const stepPattern =
  /^((require|refuse|lock|end|count|discard)([A-Z]|$)|addHook$|addIssue$|replyWithProblems$)/;

/** Removes a statement that only calls a function matched by `stepPattern`, such as `await requireFreeEmail(…);`. */
const dropCheckCall: Rule = (node, _ancestors, readText) => {
  const expression =
    node.type === 'ExpressionStatement' ? getChildNode(node, 'expression') : undefined;
  const call =
    expression?.type === 'AwaitExpression' ? getChildNode(expression, 'argument') : expression;
  return call && stepPattern.test(getCalleeName(call))
    ? [change('step', node, ';', `leaves out ${readText(call).split('(')[0]}`)]
    : [];
};

/** Returns whether a call chain starts with `z` or with the name of a schema. Most schema names are capitalised. */
function isSchema(node: AstNode | undefined): boolean {
  if (node?.type === 'CallExpression') return isSchema(getChildNode(node, 'callee'));
  if (node?.type === 'MemberExpression') return isSchema(getChildNode(node, 'object'));
  return /^(z|buildLineSchema|buildNameLineSchema|buildParagraphSchema|url|(?!Math$)[A-Z]\w*)$/.test(
    getIdentifierOrString(node),
  );
}

const checkPattern =
  /^(min|max|int|regex|refine|superRefine|email|uuid|trim|normalize|toLowerCase|overwrite|strict)$/;

/** Less strict schemas of the same basic type, by the name of the Zod function that they replace. */
const widerTypes: Record<string, string> = {
  uuid: 'z.string()',
  email: 'z.string()',
  url: 'z.string()',
  date: 'z.string()',
  enum: 'z.string()',
  int32: 'z.number()',
  int: 'z.number()',
  literal: 'z.any()',
  custom: 'z.any()',
  strictObject: 'z.object',
};

/** Drops a validation rule of a schema, such as `max`, or replaces the schema with a less strict one. */
const loosenSchema: Rule = (node, _ancestors, readText) => {
  const [name, target, callee] = [
    getCalleeName(node),
    getCallReceiver(node),
    getChildNode(node, 'callee'),
  ];
  if (!target || !callee || !isSchema(target)) return [];
  if (!['z', 'z.iso'].includes(readText(target)))
    return checkPattern.test(name) ? dropFromChain('schema', node, readText) : [];
  const insecureValues = widerTypes[name];
  if (!insecureValues) return [];
  const at = name === 'strictObject' ? callee : node;
  return [change('schema', at, insecureValues, `${insecureValues} instead of z.${name}`)];
};

const getKey = (node: AstNode) =>
  node.type === 'Property' ? getIdentifierOrString(getChildNode(node, 'key')) : '';

/** Opens an endpoint to every role in one mutant, and to anonymous visitors in another mutant. */
const changeAccess: Rule = (node, ancestors, readText) => {
  const value = getKey(node) === 'access' ? getChildNode(node, 'value') : undefined;
  const isOfEndpoint = ancestors.some((outer) => getCalleeName(outer) === 'endpoint');
  if (!value || !isOfEndpoint || getIdentifierOrString(value) === 'public') return [];
  const isForAll = value.type === 'Identifier' || getChildNodes(value, 'elements').length === 3;
  const everyRole = `['admin', 'faculty', 'student'] as const`;
  const only = `open to every account, not only ${readText(value)}`;
  const open = change('access', value, `'public'`, 'open to visitors');
  return isForAll ? [open] : [open, change('access', value, everyRole, only)];
};

const headerPattern =
  /^(cache-control|content-security-policy|content-disposition|x-content-type-options|cross-origin-[a-z-]+|retry-after|script-src|style-src|img-src|font-src|contentSecurityPolicy|strictTransportSecurity|crossOriginOpenerPolicy|originAgentCluster)$/;

const dropHeader: Rule = (node, ancestors) => {
  const key = getKey(node);
  if (headerPattern.test(key)) return [change('header', node, '...{}', `without ${key}`)];
  const isCall = ['header', 'register'].includes(getCalleeName(node));
  if (!isCall || ancestors[0]?.type === 'MemberExpression') return [];
  const name = getIdentifierOrString(getChildNodes(node, 'arguments')[0]);
  return headerPattern.test(name) || name === 'helmet'
    ? [change('header', node, 'void 0', `without ${name}`)]
    : [];
};

const lessStrictSchema: Record<string, string> = {
  httpOnly: 'false',
  sameSite: `'none'`,
  secure: 'false',
  path: `'/'`,
  trustProxy: 'true',
  return503OnClosing: 'false',
  disableFileAccess: 'false',
  disableUrlAccess: 'false',
  redact: '[]',
  validatorUrl: 'undefined',
};

const loosenFlag: Rule = (node, ancestors, readText) => {
  const [name, value] = [getKey(node), getChildNode(node, 'value')];
  const insecureValue = Object.hasOwn(lessStrictSchema, name) ? lessStrictSchema[name] : undefined;
  // A property named `path` affects security only if it is a cookie option. Cookie options also contain `httpOnly`.
  const isOfCookie = ancestors.some(
    (outer) => outer.type === 'ObjectExpression' && /\bhttpOnly\b/.test(readText(outer)),
  );
  return insecureValue &&
    value &&
    readText(value) !== insecureValue &&
    (name !== 'path' || isOfCookie)
    ? [change('flag', value, insecureValue, `${name} is ${insecureValue}`)]
    : [];
};

const limitPattern =
  /^(bodyLimit|fieldNameSize|fieldSize|fields|files|parts|headerPairs|requestTimeout|connectionTimeout|keepAliveTimeout|query_timeout|idle_in_transaction_session_timeout|connectionTimeoutMillis|dnsTimeout|greetingTimeout|socketTimeout)$/;

const dropLimit: Rule = (node, ancestors) => {
  const [name, value] = [getKey(node), getChildNode(node, 'value')];
  const isNumber = value?.type === 'BinaryExpression' || typeof value?.value === 'number';
  return value && isNumber && limitPattern.test(name) && ancestors[0]?.type === 'ObjectExpression'
    ? [change('limit', value, 'undefined', `no ${name}`)]
    : [];
};

export const mutationRules: readonly Rule[] = [
  removeRefusal,
  negateCondition,
  dropPart,
  forcePredicateResult,
  widenQuery,
  dropCheckCall,
  loosenSchema,
  changeAccess,
  dropHeader,
  loosenFlag,
  dropLimit,
];
