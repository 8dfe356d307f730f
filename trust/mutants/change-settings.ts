// Settings that protect: who may call, headers and cookies, sizes and times.

import { change, type Rule } from './change.ts';
import { calledBy, childOf, childrenOf, type Node, wordOf } from './syntax.ts';

const everybody = `['admin', 'faculty', 'student'] as const`;

/** A call opened to every account, and to visitors. */
export const changeAccess: Rule = (node, around, textOf) => {
  const value = settingOf(node, 'access');
  const isOfCall = around.some((outer) => calledBy(outer) === 'endpoint');
  if (!value || !isOfCall || wordOf(value) === 'public') return [];
  const isForAll = value.type === 'Identifier' || childrenOf(value, 'elements').length === 3;
  const open = change('access', value, `'public'`, 'open to visitors');
  return isForAll
    ? [open]
    : [
        open,
        change('access', value, everybody, `open to every account, not only ${textOf(value)}`),
      ];
};

function settingOf(node: Node, name: string): Node | undefined {
  return node.type === 'Property' && wordOf(childOf(node, 'key')) === name
    ? childOf(node, 'value')
    : undefined;
}

const headers =
  /^(cache-control|content-security-policy|content-disposition|x-content-type-options|cross-origin-[a-z-]+|retry-after|script-src|style-src|img-src|font-src|contentSecurityPolicy|strictTransportSecurity|crossOriginOpenerPolicy|originAgentCluster)$/;

/** A header left out: one of a list, or one that is set on an answer. */
export const dropHeader: Rule = (node, around) => {
  if (node.type === 'Property') {
    const name = wordOf(childOf(node, 'key'));
    return headers.test(name) ? [change('header', node, '...{}', `without ${name}`)] : [];
  }
  if (!['header', 'register'].includes(calledBy(node)) || around[0]?.type === 'MemberExpression')
    return [];
  const name = wordOf(childrenOf(node, 'arguments')[0]);
  return headers.test(name) || name === 'helmet'
    ? [change('header', node, 'void 0', `without ${name}`)]
    : [];
};

/** What each flag of a cookie, the app or the mail program is when it no longer protects. */
const loose: Record<string, string> = {
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

export const loosenFlag: Rule = (node, around, textOf) => {
  const name = node.type === 'Property' ? wordOf(childOf(node, 'key')) : '';
  const value = childOf(node, 'value');
  const flag = Object.hasOwn(loose, name) ? loose[name] : undefined;
  if (!flag || !value || textOf(value) === flag) return [];
  // `path` is a flag of cookies only.
  if (
    name === 'path' &&
    !around.some((outer) => /\bhttpOnly\b/.test(textOf(outer)) && outer.type === 'ObjectExpression')
  )
    return [];
  return [change('flag', value, flag, `${name} is ${flag}`)];
};

const limited =
  /^(bodyLimit|fieldNameSize|fieldSize|fields|files|parts|headerPairs|requestTimeout|connectionTimeout|keepAliveTimeout|query_timeout|idle_in_transaction_session_timeout|connectionTimeoutMillis|dnsTimeout|greetingTimeout|socketTimeout)$/;

/** A limit of size, number or time without its number. */
export const dropLimit: Rule = (node, around) => {
  const name = node.type === 'Property' ? wordOf(childOf(node, 'key')) : '';
  const value = childOf(node, 'value');
  const isNumber =
    value?.type === 'Literal'
      ? typeof value.value === 'number'
      : value?.type === 'BinaryExpression';
  if (
    !limited.test(name) ||
    !value ||
    !isNumber ||
    !around.some(({ type }) => type === 'ObjectExpression')
  )
    return [];
  return [change('limit', value, 'undefined', `no ${name}`)];
};
