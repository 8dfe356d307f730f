import { expect, test } from 'vitest';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { stepCounterUrl } from '#trust/steps/requests.ts';
import { createWorkspace } from '#trust/steps/workspaces.ts';
import { startPortal } from './portal-process.ts';

test('sendMessage rejects if the portal process has already ended', async () => {
  await withWorkspace({ database: 'sqlite' }, async ({ dataDir, databaseUrl }) => {
    const workspace = await createWorkspace({ folder: dataDir, postgresUrl: databaseUrl });
    const portal = startPortal(workspace, { preload: stepCounterUrl });
    await portal.ready;
    process.kill(portal.pid, 'SIGKILL');
    // Block this process, so that it cannot receive the exit event before `sendMessage` is called.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await expect(portal.sendMessage(1)).rejects.toThrow('The portal ended (SIGKILL)');
  });
});
