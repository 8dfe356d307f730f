// Benchmark for `npm run bench:web`: compares the size and load time of a visit to each page with `pageBudget`.

import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser/browser.ts';
import { listPageVisits, type PageVisit } from '#tools/test/browser/page-visits.ts';
import {
  getRequestLimit,
  measurePageWeight,
  type PageWeight,
  pageBudget,
} from '#tools/test/browser/page-weight.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { adminCredentials as office, startPortalServer } from '#tools/test/running-portal.ts';

const loadCount = 3;
const widths = [7, 11, 15, 15, 14, 15, 15];

type Figure = 'bytes' | 'usedBytes' | 'requests' | 'fcpMs' | 'lcpMs' | 'cls';

function findMedian(weights: PageWeight[], figure: Figure): number {
  const sorted = weights.map((weight) => weight[figure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function formatLine(...cells: string[]): string {
  const [path = '', ...rest] = cells;
  return [path.padEnd(15), ...rest.map((cell, at) => cell.padStart(widths[at] ?? 8))].join(' ');
}

const formatKilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

const portal = await startPortalServer();
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
const budgetViolations: string[] = [];

function formatFigure(
  label: string,
  value: number,
  limit: number | undefined,
  format: (value: number) => string,
) {
  if (limit === undefined) return format(value);
  const isOver = value > limit;
  if (isOver) budgetViolations.push(`${label}: ${format(value)}, at most ${format(limit)}`);
  return `${format(value)} / ${format(limit)}${isOver ? ' !' : '  '}`;
}

async function weighVisit({ path, role, storageState }: PageVisit): Promise<string> {
  const options = {
    baseURL: portal.url,
    viewport: { width: 1280, height: 800 },
    ...(storageState && { storageState }),
  };
  const weights: PageWeight[] = [];
  for (let load = 0; load < loadCount; load += 1) {
    weights.push(await measurePageWeight(browser, path, { ...options, profile: 'laptop' }));
  }
  const isHome = path === '/';
  const after = isHome
    ? undefined
    : await measurePageWeight(browser, path, { ...options, from: '/' });
  const formatMedian = (
    name: string,
    figure: Figure,
    limit: number | undefined,
    format: (value: number) => string = String,
  ) => formatFigure(`${name} ${path}`, findMedian(weights, figure), limit, format);
  return formatLine(
    path,
    role ?? '-',
    formatMedian('requests of', 'requests', getRequestLimit(path)),
    formatMedian('kB to read', 'bytes', isHome ? pageBudget.readBytes : undefined, formatKilobytes),
    formatMedian(
      'kB to use',
      'usedBytes',
      isHome ? pageBudget.usedBytes : undefined,
      formatKilobytes,
    ),
    after
      ? formatFigure(`kB more of ${path}`, after.usedBytes, pageBudget.moreBytes, formatKilobytes)
      : '-',
    formatMedian('ms of LCP of', 'lcpMs', role ? pageBudget.lcpMs : pageBudget.publicLcpMs, (ms) =>
      ms.toFixed(0),
    ),
    formatMedian('CLS of', 'cls', pageBudget.cls, (shift) => shift.toFixed(3)),
  );
}

const phonePaths = ['/', '/login', '/students'];

async function weighOnPhone({ path, role, storageState }: PageVisit): Promise<string> {
  const weight = await measurePageWeight(browser, path, {
    baseURL: portal.url,
    viewport: { width: 360, height: 740 },
    ...(storageState && { storageState }),
    profile: 'phone',
  });
  const formatMs = (ms: number) => ms.toFixed(0);
  return formatLine(
    path,
    role ?? '-',
    String(weight.requests),
    formatKilobytes(weight.bytes),
    formatFigure(`ms of FCP of ${path} on a phone`, weight.fcpMs, pageBudget.phoneFcpMs, formatMs),
    formatFigure(`ms of LCP of ${path} on a phone`, weight.lcpMs, pageBudget.phoneLcpMs, formatMs),
  );
}

try {
  const admin = await new ApiCaller(portal.url).logIn(office.email, office.password);
  const visits = await listPageVisits(admin, office);
  console.log(
    'First visit on a phone: 6 times slower CPU, 400 kbit/s, 150 ms latency. Figure / budget.\n',
  );
  console.log(formatLine('page', 'role', 'requests', 'kB', 'FCP ms', 'LCP ms'));
  for (const visit of visits.filter(({ path }) => phonePaths.includes(path))) {
    console.log(await weighOnPhone(visit));
  }
  console.log(
    `\nFirst visit, median of ${loadCount}: 4 times slower CPU, 10 Mbit/s, 40 ms latency. Figure / budget.\n` +
      'To read: until the page is loaded; to use: after the first interaction; more: in addition to the home page.\n',
  );
  console.log(
    formatLine('page', 'role', 'requests', 'kB to read', 'kB to use', 'kB more', 'LCP ms', 'CLS'),
  );
  for (const visit of visits) {
    try {
      console.log(await weighVisit(visit));
    } catch (error) {
      budgetViolations.push(`${visit.path} could not be measured: ${error}`);
      console.log(formatLine(visit.path, visit.role ?? '-', 'failed'));
    }
  }
} finally {
  await browser.close();
  await portal.close();
}

console.log(
  budgetViolations.length > 0
    ? `\nOVER BUDGET\n${budgetViolations.join('\n')}`
    : '\nEverything is in budget.',
);
process.exitCode = budgetViolations.length > 0 ? 1 : 0;
