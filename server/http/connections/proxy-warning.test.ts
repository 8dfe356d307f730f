import { describe, expect, onTestFinished } from 'vitest';
import { openPortal, type Portal, test } from '#server/test/portal.ts';

const warnings = ({ logged }: Portal) => logged.filter((line) => line.includes('TRUST_PROXY'));
const passedOn = (portal: Portal, header = 'x-forwarded-for') =>
  portal.visitor.fetch('/healthz', { headers: { [header]: '203.0.113.7' } });

describe('a portal behind a proxy whose TRUST_PROXY is off', () => {
  test('says so in the log with the first request that was passed on, once', async ({ portal }) => {
    await portal.visitor.fetch('/healthz');
    expect(warnings(portal)).toEqual([]);
    for (let time = 0; time < 3; time += 1) await passedOn(portal);
    expect(warnings(portal)).toHaveLength(1);
    expect(warnings(portal)[0]).toContain('all people share one address');
    expect(warnings(portal)[0]).not.toContain('203.0.113.7');
  });

  test('says so by the header of the standard as well', async ({ portal }) => {
    await passedOn(portal, 'forwarded');
    expect(warnings(portal)).toHaveLength(1);
  });

  test('says so at the start where it is reached by https, which only a proxy serves', async () => {
    const { portal, close } = await openPortal({ PUBLIC_URL: 'https://fyp.university.test' });
    onTestFinished(close);
    expect(warnings(portal)).toHaveLength(1);
    await passedOn(portal);
    expect(warnings(portal)).toHaveLength(1);
  });
});

test('a portal that trusts its proxy has nothing to warn of', async () => {
  const { portal, close } = await openPortal({
    PUBLIC_URL: 'https://fyp.university.test',
    TRUST_PROXY: 'on',
  });
  onTestFinished(close);
  await passedOn(portal);
  expect(warnings(portal)).toEqual([]);
});
