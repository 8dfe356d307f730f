// Implements `npm run shots [-- PAGE…]`: saves screenshots of pages and dialogs in various roles, widths and colours to
// shots/, and reports pages that scroll sideways.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import {
  defaultPortalTime,
  portalTimeZone,
  startPortalServer,
} from '#tools/test/running-portal.ts';
import { writeDemoContent } from './demo/content.ts';
import { planDemoDates } from './demo/dates.ts';
import { planDialogShots } from './shots/dialog-shots.ts';
import { planPageShots } from './shots/page-shots.ts';
import { planStateShots } from './shots/state-shots.ts';
import { folder, type Shot, takeScreenshots } from './shots/take.ts';
import { browserFlags, findBrowser } from './test/browser/browser.ts';
import { fastTempFolder } from './test/quick-folder.ts';

function writeIndex(): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const rows = Map.groupBy(names, (name) => name.replace(/-\d+-\w+\.png$/, ''));
  const byWidth = new Intl.Collator('en', { numeric: true }).compare;
  const sections = [...rows].map(([title, row]) => {
    const pictures = row
      .sort(byWidth)
      .map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`);
    return `<section><h2>${title}</h2><div>${pictures.join('')}</div></section>`;
  });
  const style =
    'body{font:16px system-ui;margin:2rem;background:#888}h2{color:#fff}div{display:flex;gap:1rem;align-items:start;overflow-x:auto}img{height:32rem;width:auto;object-fit:cover;object-position:top}';
  const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${style}</style>${sections.join('\n')}</html>`;
  writeFileSync(join(folder, 'index.html'), document);
}

const requestedPages = process.argv.slice(2);
const isRequested = ({ page }: Shot) =>
  requestedPages.length === 0 || requestedPages.includes(page);
const now = new Date(defaultPortalTime);
const dates = planDemoDates(now, portalTimeZone);
const contentDir = mkdtempSync(join(fastTempFolder, 'shots-content-'));
await writeDemoContent(contentDir, dates);
const portal = await startPortalServer({ contentDir });
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  console.log('Creating the sample data …');
  if (requestedPages.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Plan each part after the previous one is finished: dialogs create groups, and states change the settings.
  const plans = [
    () => planPageShots(portal, dates, now),
    () => planDialogShots(portal.url),
    () => planStateShots(portal.url),
  ];
  for (const plan of plans) {
    for (const shot of (await plan()).filter(isRequested)) {
      console.log(`${shot.page}, ${shot.role}`);
      try {
        await takeScreenshots(browser, portal.url, shot);
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
    }
  }
  writeIndex();
  console.log(`Open ${folder}/index.html`);
} finally {
  await browser.close();
  await portal.close();
  rmSync(contentDir, { recursive: true, force: true });
}
