import { describe, expect, test } from 'vitest';
import { runDisk } from './disk-levels.ts';
import { whyNoSmallDisk } from './small-disk.ts';

const whyNot = whyNoSmallDisk();
if (whyNot) console.error(`\nA FULL DISK IS NOT TESTED: ${whyNot}.\n`);
/** In CI nobody reads a warning: there root's test runs, and fails with its reason. */
const isLeftOut = whyNot !== undefined && !(process.env.CI && process.getuid?.() === 0);

describe.skipIf(isLeftOut)('a disk that fills up', () => {
  test('refuses files from the watermark on, saves as long as it can, and forgets nothing', {
    timeout: 600_000,
  }, async () => {
    const { acknowledged, refused, ...figures } = await runDisk({ levels: 4, seed: 20_270_115 });
    expect(figures).toMatchObject({ levels: 8, lost: [], torn: [], unexpected: [] });
    expect(acknowledged).toBeGreaterThan(0);
    // A disk that was never full would prove nothing.
    expect(refused).toEqual({
      'storage-full': expect.any(Number),
      unavailable: expect.any(Number),
    });
  });
});
