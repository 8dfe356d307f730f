// What `npm run bench:web` runs: the weight and the speed of every page's first visit, beside the budget.

import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser.ts';
import { Caller } from '#tools/test/caller.ts';
import { visitsToAllPages } from '#tools/test/page-visits.ts';
import { budget, type Weight, weigh } from '#tools/test/page-weight.ts';
import { admin as office, openPortal } from '#tools/test/running-portal.ts';

/** Of so many loads the median counts: one that something else disturbed does not. */
const loads = 3;
const widths = [7, 9, 15, 14, 9, 15, 15, 6];

type Figure = 'jsBytes' | 'cssBytes' | 'requests' | 'lcpMs' | 'cls';

function medianOf(weights: Weight[], figure: Figure): number {
  const sorted = weights.map((weight) => weight[figure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function line(...cells: string[]): string {
  const [path = '', ...rest] = cells;
  return [path.padEnd(15), ...rest.map((cell, at) => cell.padStart(widths[at] ?? 8))].join(' ');
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

const portal = await openPortal();
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
const over: string[] = [];

/** The figure with its budget beside it; without one where there is none. */
function judge(
  what: string,
  value: number,
  limit: number | undefined,
  write: (value: number) => string,
) {
  if (limit === undefined) return write(value);
  const isOver = value > limit;
  if (isOver) over.push(`${what}: ${write(value)}, at most ${write(limit)}`);
  return `${write(value)} / ${write(limit)}${isOver ? ' !' : '  '}`;
}

try {
  const admin = await new Caller(portal.url).logIn(office.email, office.password);
  const visits = await visitsToAllPages(admin, office);
  console.log(
    `First visit, median of ${loads}: 4 times slower processor, 10 Mbit/s, 40 ms. Figure / budget.\n`,
  );
  console.log(line('page', 'role', 'requests', 'JS kB', 'CSS kB', 'LCP ms', 'CLS'));
  for (const { path, role, storageState } of visits) {
    const weights: Weight[] = [];
    for (let load = 0; load < loads; load += 1) {
      weights.push(
        await weigh(browser, path, {
          baseURL: portal.url,
          viewport: { width: 1280, height: 800 },
          isSlow: true,
          ...(storageState && { storageState }),
        }),
      );
    }
    const isHome = path === '/';
    const [js, css, lcp, cls] = [
      judge(
        `JavaScript of ${path} in kB`,
        medianOf(weights, 'jsBytes'),
        isHome ? budget.jsBytes : undefined,
        kilobytes,
      ),
      judge(
        `CSS of ${path} in kB`,
        medianOf(weights, 'cssBytes'),
        isHome ? budget.cssBytes : undefined,
        kilobytes,
      ),
      judge(`LCP of ${path} in ms`, medianOf(weights, 'lcpMs'), budget.lcpMs, (ms) =>
        ms.toFixed(0),
      ),
      judge(`CLS of ${path}`, medianOf(weights, 'cls'), budget.cls, (shift) => shift.toFixed(3)),
    ];
    const requests = String(medianOf(weights, 'requests'));
    console.log(line(path, role ?? '-', requests, js, css, lcp, cls));
  }
} finally {
  await browser.close();
  await portal.close();
}

console.log(over.length > 0 ? `\nOVER BUDGET\n${over.join('\n')}` : '\nEverything is in budget.');
process.exitCode = over.length > 0 ? 1 : 0;
