import { describe, expect, onTestFinished } from 'vitest';
import { openPortal, type Portal, test } from '#server/test/portal.ts';

const warnings = ({ logged }: Portal) => logged.filter((line) => line.includes('TRUST_PROXY'));
const sendForwarded = (portal: Portal, header = 'x-forwarded-for') =>
  portal.visitor.fetch('/healthz', { headers: { [header]: '203.0.113.7' } });

describe('a portal with TRUST_PROXY=off behind a proxy', () => {
  test('logs one warning at the first forwarded request', async ({ portal }) => {
    await portal.visitor.fetch('/healthz');
    expect(warnings(portal)).toEqual([]);
    for (let time = 0; time < 3; time += 1) await sendForwarded(portal);
    expect(warnings(portal)).toHaveLength(1);
    expect(warnings(portal)[0]).toContain('All users appear to have the same IP address');
    expect(warnings(portal)[0]).not.toContain('203.0.113.7');
  });

  test('logs the warning for the standard Forwarded header, too', async ({ portal }) => {
    await sendForwarded(portal, 'forwarded');
    expect(warnings(portal)).toHaveLength(1);
  });

  test('logs the warning at startup if PUBLIC_URL is https', async () => {
    const { portal, close } = await openPortal({ PUBLIC_URL: 'https://fyp.university.test' });
    onTestFinished(close);
    expect(warnings(portal)).toHaveLength(1);
    await sendForwarded(portal);
    expect(warnings(portal)).toHaveLength(1);
  });
});

test('a portal with TRUST_PROXY=on logs no proxy warning', async () => {
  const { portal, close } = await openPortal({
    PUBLIC_URL: 'https://fyp.university.test',
    TRUST_PROXY: 'on',
  });
  onTestFinished(close);
  await sendForwarded(portal);
  expect(warnings(portal)).toEqual([]);
});
