import { setTimeout as sleep } from 'node:timers/promises';
import { findHome } from '#contract/content.ts';
import { findDevelopers } from '#contract/developers.ts';
import type { Report } from './instrument.ts';

/** What anybody may read: finished pages, and the calls of a browser that draws them. */
const addresses = ['/', '/developers', '/login', '/signup', findHome.path, findDevelopers.path];

/** Visitors one after another until the function that is given back is called, whatever becomes of the database. */
export function visitPages(url: string, report: Report): () => Promise<void> {
  let isOver = false;
  const visit = async (address: string) => {
    const began = performance.now();
    const reply = await fetch(`${url}${address}`).catch((error: unknown) => String(error));
    const isRead = typeof reply !== 'string' && reply.ok && (await reply.text()).length > 0;
    const ms = performance.now() - began;
    report.count('public pages and their calls');
    report.largest('slowest public page or call, ms', ms);
    if (!isRead) {
      const why = typeof reply === 'string' ? reply : reply.status;
      report.violate(`unread: ${address} gave ${why} after ${Math.round(ms)} ms`);
    } else if (reply.headers.has('age')) report.count('of them from memory');
  };
  const visiting = (async () => {
    while (!isOver) {
      for (const address of addresses) await visit(address);
      await sleep(100);
    }
  })();
  return async () => {
    isOver = true;
    await visiting;
  };
}

/** Above it somebody waited for the database; a busy machine alone is far below. */
const limitMs = 3000;

export function requireQuickPages(report: Report): void {
  const slowest = report.of('slowest public page or call, ms');
  report.requireBelow('milliseconds for a public page', slowest, limitMs);
  report.requireAtLeast({ 'of them from memory': 20 });
}
