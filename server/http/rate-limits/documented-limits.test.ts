import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Amounts,
  accountLimits,
  limitedResources,
  networkLimits,
  type RateLimits,
  requestCosts,
} from './limits.ts';

/** Returns the rows of all tables, without spaces around the cells. */
const documented = readFileSync('docs/limits.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(' | '),
  );

const formatNumber = (value: number) => value.toLocaleString('en-GB');
const formatLimits = (limits: RateLimits) =>
  limitedResources.map((resource) => {
    const limit = limits[resource];
    return limit ? `${formatNumber(limit.burst)}, ${formatNumber(limit.perHour)}` : '';
  });
const formatEach = (each: Amounts = {}) =>
  Object.entries(each)
    .map(([resource, amount]) => `${amount} ${resource}`)
    .join(', ');

describe('docs/limits.md', () => {
  test.for(Object.entries(requestCosts))('lists the amounts of the cost %s', ([name, cost]) => {
    const { work = 0, rows = 0, emails = 0 } = cost.base;
    const cells = [`\`${name}\``, work, rows, emails, formatEach(cost.each)];
    expect(documented).toContain(cells.join(' | '));
  });

  test.for([
    ['Student without a confirmed email address', accountLimits.unconfirmed],
    ['Student', accountLimits.student],
    ['Faculty', accountLimits.faculty],
    ['Admin', accountLimits.admin],
    ['Network, requests with a session', networkLimits.network],
    ['Network, accounts without a confirmed email address', networkLimits.unconfirmed],
    ['Network, public pages', networkLimits.guests],
    ['Network, log in, sign up and emailed links', networkLimits.entries],
  ] as const)('lists the buckets of: %s', ([name, limits]) => {
    expect(documented).toContain([name, ...formatLimits(limits)].join(' | '));
  });
});
