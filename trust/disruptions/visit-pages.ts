import { setTimeout as sleep } from 'node:timers/promises';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import type { RunReport } from '#trust/lib/instrument.ts';

const paths = ['/', '/developers', '/login', '/signup', findHome.path, findDevelopers.path];

/** Keeps requesting the public pages in turn until the returned function is called. Reports pages that do not load. */
export function startPageVisits(url: string, report: RunReport): () => Promise<void> {
  let isStopped = false;
  const visit = async (path: string) => {
    const began = performance.now();
    const reply = await fetch(`${url}${path}`).catch((error: unknown) => String(error));
    const isRead = typeof reply !== 'string' && reply.ok && (await reply.text()).length > 0;
    const ms = performance.now() - began;
    report.count('public pages and their calls');
    report.recordMax('slowest public page or call, ms', ms);
    if (!isRead) {
      const reason = typeof reply === 'string' ? reply : reply.status;
      report.addViolations(`unread: ${path} gave ${reason} after ${Math.round(ms)} ms`);
    } else if (reply.headers.has('age')) report.count('public pages from the cache');
  };
  const visiting = (async () => {
    while (!isStopped) {
      for (const path of paths) await visit(path);
      await sleep(100);
    }
  })();
  return async () => {
    isStopped = true;
    await visiting;
  };
}

/** Time limit for a public page, in ms. A page that takes longer must have waited for the database. */
const limitMs = 3000;

export function requireFastPages(report: RunReport): void {
  const slowest = report.getFigure('slowest public page or call, ms');
  report.requireBelow('milliseconds for a public page', slowest, limitMs);
  report.requireAtLeast({ 'public pages from the cache': 20 });
}
