import { expect, test } from 'vitest';
import { anEmptyPlace } from '#trust/steps/place.ts';
import { counter } from '#trust/steps/requests.ts';
import { inNewPlace } from './new-place.ts';
import { startPortal } from './portal-process.ts';

test('a portal that ends while it is told something is said to have ended', async () => {
  await inNewPlace({ database: 'sqlite' }, async ({ dataDir, databaseUrl }) => {
    const place = await anEmptyPlace({ folder: dataDir, postgresUrl: databaseUrl });
    const portal = startPortal(place, { preload: counter });
    await portal.ready;
    process.kill(portal.pid, 'SIGKILL');
    // It is gone before this process hears of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await expect(portal.tell(1)).rejects.toThrow('The portal ended (SIGKILL)');
  });
}, 30_000);
