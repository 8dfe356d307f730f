// What `npm run bench:web` runs: the weight and the speed of every page's first visit, beside the budget.

import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser.ts';
import { Caller } from '#tools/test/caller.ts';
import { type Visit, visitsToAllPages } from '#tools/test/page-visits.ts';
import { budget, type Weight, weigh } from '#tools/test/page-weight.ts';
import { admin as office, openPortal } from '#tools/test/running-portal.ts';

/** Of so many loads the median counts: one that something else disturbed does not. */
const loads = 3;
const widths = [7, 11, 15, 15, 14, 15, 15];

type Figure = 'bytes' | 'usedBytes' | 'requests' | 'fcpMs' | 'lcpMs' | 'cls';

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

/** The line of the table for one page. */
async function weighVisit({ path, role, storageState }: Visit): Promise<string> {
  const options = {
    baseURL: portal.url,
    viewport: { width: 1280, height: 800 },
    ...(storageState && { storageState }),
  };
  const weights: Weight[] = [];
  for (let load = 0; load < loads; load += 1) {
    weights.push(await weigh(browser, path, { ...options, profile: 'laptop' }));
  }
  const isHome = path === '/';
  const after = isHome ? undefined : await weigh(browser, path, { ...options, from: '/' });
  const judgeMedian = (
    name: string,
    figure: Figure,
    limit: number | undefined,
    write: (value: number) => string = String,
  ) => judge(`${name} ${path}`, medianOf(weights, figure), limit, write);
  return line(
    path,
    role ?? '-',
    judgeMedian('requests of', 'requests', budget.requests),
    judgeMedian('kB to read', 'bytes', isHome ? budget.readBytes : undefined, kilobytes),
    judgeMedian('kB to use', 'usedBytes', isHome ? budget.usedBytes : undefined, kilobytes),
    after ? judge(`kB more of ${path}`, after.usedBytes, budget.moreBytes, kilobytes) : '-',
    judgeMedian('ms of LCP of', 'lcpMs', role ? budget.lcpMs : budget.publicLcpMs, (ms) =>
      ms.toFixed(0),
    ),
    judgeMedian('CLS of', 'cls', budget.cls, (shift) => shift.toFixed(3)),
  );
}

/** The pages that students open on their phones. */
const phonePaths = ['/', '/login', '/students'];

async function weighOnPhone({ path, role, storageState }: Visit): Promise<string> {
  const weight = await weigh(browser, path, {
    baseURL: portal.url,
    viewport: { width: 360, height: 740 },
    ...(storageState && { storageState }),
    profile: 'phone',
  });
  const write = (ms: number) => ms.toFixed(0);
  return line(
    path,
    role ?? '-',
    String(weight.requests),
    kilobytes(weight.bytes),
    judge(`ms of FCP of ${path} on a phone`, weight.fcpMs, budget.phoneFcpMs, write),
    judge(`ms of LCP of ${path} on a phone`, weight.lcpMs, budget.phoneLcpMs, write),
  );
}

try {
  const admin = await new Caller(portal.url).logIn(office.email, office.password);
  const visits = await visitsToAllPages(admin, office);
  console.log(
    'First visit on a phone: 6 times slower processor, 400 kbit/s, 150 ms. Figure / budget.\n',
  );
  console.log(line('page', 'role', 'requests', 'kB', 'FCP ms', 'LCP ms'));
  for (const visit of visits.filter(({ path }) => phonePaths.includes(path))) {
    console.log(await weighOnPhone(visit));
  }
  if (process.argv.includes('--phone')) visits.length = 0;
  console.log(
    `\nFirst visit, median of ${loads}: 4 times slower processor, 10 Mbit/s, 40 ms. Figure / budget.\n` +
      'To read: until nothing is loaded any more; to use: once somebody uses the page; more: for whoever comes from the home page.\n',
  );
  console.log(
    line('page', 'role', 'requests', 'kB to read', 'kB to use', 'kB more', 'LCP ms', 'CLS'),
  );
  for (const visit of visits) {
    try {
      console.log(await weighVisit(visit));
    } catch (error) {
      // One page that cannot be weighed is a fault to print; the others are weighed all the same.
      over.push(`${visit.path} could not be weighed: ${error}`);
      console.log(line(visit.path, visit.role ?? '-', 'could not be weighed'));
    }
  }
} finally {
  await browser.close();
  await portal.close();
}

console.log(over.length > 0 ? `\nOVER BUDGET\n${over.join('\n')}` : '\nEverything is in budget.');
process.exitCode = over.length > 0 ? 1 : 0;
