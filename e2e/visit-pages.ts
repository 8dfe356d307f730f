import type { BrowserContext, Page } from '@playwright/test';
import type { createSessionStorageState } from '#tools/test/browser/browser-session.ts';

type StorageState = Awaited<ReturnType<typeof createSessionStorageState>>;
type Visit = { path: string; storageState: StorageState | undefined };

/**
 * Opens each path and calls `check` when the network is idle. Each visitor uses one page for all of their paths, because a
 * new page needs twice the CPU time. The visitors run concurrently, because a visit mostly waits for an idle network.
 */
export async function visitPages(
  visits: readonly Visit[],
  openContext: (options: { storageState?: StorageState }) => Promise<BrowserContext>,
  check: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const visitors = Map.groupBy(visits, ({ storageState }) => storageState);
  await Promise.all(
    [...visitors].map(async ([storageState, visitsOfPerson]) => {
      const context = await openContext(storageState ? { storageState } : {});
      const page = await context.newPage();
      for (const { path } of visitsOfPerson) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await check(page, path);
      }
      await context.close();
    }),
  );
}
