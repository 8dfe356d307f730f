import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openPortal } from '#server/test/portal.ts';
import { accountLimits, requestCosts } from './limits.ts';
import { type Payer, RateLimiter } from './rate-limiter.ts';

const now = 1000;
const account = (id: string): Payer => ({ kind: 'account', id, limits: accountLimits.student });
const network = (id: string): Payer => ({ kind: 'network', id, limits: accountLimits.student });
const half = { work: (accountLimits.student.work?.burst ?? 0) / 2 };

describe('RateLimiter', () => {
  test('takes nothing from any payer if one of them has too little', () => {
    const limiter = new RateLimiter(() => now, 1);
    limiter.charge([account('first'), network('shared')], { work: 1 });
    limiter.charge([network('shared')], half);
    expect(limiter.charge([account('second'), network('shared')], half)).toMatchObject({
      payer: { kind: 'network' },
      resource: 'work',
      waitMs: 100,
    });
    expect(limiter.charge([account('second')], half)).toBeUndefined();
    expect(limiter.charge([account('second')], half)).toBeUndefined();
  });

  test.for(Object.entries(accountLimits))(
    'accepts each request of the role %s with full buckets, whatever its size and the factor of the limits',
    ([, limits]) => {
      for (const factor of [0.001, 0.1, 1, 1.7]) {
        for (const { base, each = {} } of Object.values(requestCosts)) {
          for (const entries of [1, 360, 2000, 100_000]) {
            const limiter = new RateLimiter(() => now, factor);
            const payer: Payer = { kind: 'account', id: 'single', limits };
            const further = Object.entries(each).map(([key, amount]) => [key, amount * entries]);
            expect(limiter.charge([payer], { ...base, megabytes: entries })).toBeUndefined();
            expect(limiter.charge([payer], Object.fromEntries(further))).toBeUndefined();
          }
        }
      }
    },
  );

  test('shares only what it has taken from the bucket for a request that costs more', () => {
    const limiter = new RateLimiter(() => now, 1);
    limiter.charge([account('first')], { work: 1_000_000, emails: 2 });
    expect(limiter.takeUnsharedUsage()).toMatchObject([{ usage: { ...half, emails: 2 } }]);
  });

  test('forgets the oldest networks, but no account, when a stranger uses thousands of networks', () => {
    const limiter = new RateLimiter(() => now, 1);
    for (let times = 0; times < 2; times += 1) limiter.charge([account('greedy')], half);
    for (let index = 0; index < 30_000; index += 1) {
      limiter.charge([network(`2001:db8:${index}::/64`)], { work: 1 });
    }
    expect(limiter.payerCount).toBeLessThanOrEqual(10_001);
    expect(limiter.charge([account('greedy')], { work: 1 })).toBeDefined();
  });

  test('drops payers once their buckets are full and their usage has been shared', () => {
    let time = now;
    const limiter = new RateLimiter(() => time, 1);
    limiter.charge([account('first')], half);
    limiter.dropIdlePayers('');
    time = now + 3_600_000;
    limiter.dropIdlePayers('');
    expect(limiter.payerCount).toBe(1);
    limiter.takeUnsharedUsage();
    limiter.dropIdlePayers('another slot');
    expect(limiter.payerCount).toBe(0);
  });

  test.for([15, -15, 24 * 400])(
    'neither refuses nor refills when the system clock is corrected by %s hours',
    async (hours) => {
      const { portal, close } = await openPortal({ RATE_LIMIT_FACTOR: '1' });
      onTestFinished(close);
      const app = await buildApp(portal);
      onTestFinished(() => app.close());
      const upload = () => app.rateLimiter.charge([account('first')], { megabytes: 2000 });
      expect(upload()).toBeUndefined();
      portal.wait(hours * 3_600_000);
      expect(upload()).toBeUndefined();
      expect(upload()).toMatchObject({ resource: 'megabytes' });
      portal.wait(-hours * 3_600_000);
      expect(upload()).toMatchObject({ resource: 'megabytes' });
    },
  );
});
