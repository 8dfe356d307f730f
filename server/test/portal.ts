import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base } from 'vitest';
import type { BatchLimits } from '#server/db/sqlite/sqlite-writer.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { type Portal, startPortal } from './start-portal.ts';

export type { Portal };

export const test = base.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of required fixtures from this pattern.
  portal: async ({}, use) => {
    const { portal, release } = await borrowPortal();
    await use(portal);
    await release();
  },
});

/** Opens a portal with settings of its own. Tests that need none use the fixture `portal`, which is faster. */
export async function openPortal(env: Record<string, string> = {}, batchLimits?: BatchLimits) {
  const { portal, close } = await startPortal(env, batchLimits);
  return { portal, close };
}

/** A portal for one test. `release` makes it available to the next test of this process. */
type BorrowedPortal = { portal: Portal; release(): Promise<void> };

const idle: (() => BorrowedPortal)[] = [];

/** Returns a portal in its initial state. It is reused, because opening one takes longer than most tests. */
async function borrowPortal(): Promise<BorrowedPortal> {
  const borrow = idle.pop() ?? (await openReusablePortal());
  return borrow();
}

async function openReusablePortal(): Promise<() => BorrowedPortal> {
  const { portal, app, database, close, resetClock } = await startPortal();
  onProcessEnd(() => rmSync(portal.folder, { recursive: true, force: true }));
  const restoreDatabase = await database.save();
  const isUnpatched = watchProperties([portal.files, portal.config, portal.mail, portal.db, app]);
  let openRequests = 0;
  app.server.on('request', (_, response) => {
    openRequests += 1;
    response.once('close', () => {
      openRequests -= 1;
    });
  });

  const reset = async () => {
    app.server.closeAllConnections();
    const stored = await readdir(portal.folder, { recursive: true, withFileTypes: true });
    for (const entry of stored) {
      const { name, parentPath } = entry;
      if (entry.isFile() && !name.startsWith('portal.sqlite')) await rm(join(parentPath, name));
    }
    await restoreDatabase();
    resetClock();
    await portal.content.refresh();
  };
  const borrow = (): BorrowedPortal => ({
    portal: { ...portal },
    release: async () => {
      // A warning may be about a state that `reset` does not know.
      if (isUnpatched() && openRequests === 0 && portal.logged.length === 0) {
        try {
          await reset();
          idle.push(borrow);
          return;
        } catch {
          // The test left something behind that cannot be undone, such as an open connection.
        }
      }
      await close();
    },
  });
  return borrow;
}

/** Returns a function that tells whether no test has replaced a property of the objects since. */
function watchProperties(objects: readonly object[]): () => boolean {
  const valuesOf = (object: object) => Object.values(Object.getOwnPropertyDescriptors(object));
  const before = objects.map(valuesOf);
  return () =>
    objects.every((object, at) => {
      const now = valuesOf(object);
      const then = before[at] ?? [];
      return now.length === then.length && now.every(({ value }, n) => value === then[n]?.value);
    });
}
