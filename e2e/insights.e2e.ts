import type { Locator, Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createAccount, createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findToast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import {
  addFilter,
  expectAccessible,
  expectNoOverflow,
  findFilter,
  logInAsAdmin,
} from './steps.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openTable(page: Page, name: string) {
  await section(page, name).getByRole('button', { name: 'Show as table' }).click();
  return page.getByRole('table', { name, exact: true });
}

/** Fails if a chart's SVG extends below the chart, as an SVG of default height would in a chart with one row. */
async function expectDrawnWithin(chart: Locator) {
  const bottomOf = async (locator: Locator) => {
    const { y, height } = (await locator.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  const drawings = await chart.locator('svg').all();
  expect(drawings.length).toBeGreaterThan(0);
  const end = await bottomOf(chart);
  for (const drawing of drawings) expect(await bottomOf(drawing)).toBeLessThanOrEqual(end);
}

async function createMarkedGroup(url: string, marks: number) {
  const group = await createGroup(await logInAsAdmin(url), { members: 1 });
  const [member] = group.group.fypGroupMembers;
  const body = {
    semester: 'Semester 7',
    groupId: group.groupId,
    marks: { [member?._id ?? '']: { month1: { marks } } },
  };
  await group.supervisor.caller.call(saveMarks, { body });
  return group;
}

test('an admin sees the insight charts and their tables, filters them and saves a chart’s data as CSV', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/500/);
  const mild = await createMarkedGroup(portal.url, 9);
  const strict = await createMarkedGroup(portal.url, 5);
  await openPageAs(page, '/admin', adminCredentials);
  await page.getByRole('link', { name: 'Insights' }).click();
  await expect(page.getByRole('heading', { name: 'Insights', level: 1 })).toBeFocused();
  await expect(page.getByRole('img', { name: /^Chart: / })).toHaveCount(6);

  const load = await openTable(page, 'Workload of supervisors');
  await expect(load.getByRole('row', { name: `${mild.supervisor.name} 1 1 1 12` })).toBeVisible();
  const strictness = await openTable(page, 'Strict and lenient markers');
  const row = strictness.getByRole('row', { name: new RegExp(`^${strict.supervisor.name} 1 50`) });
  await expect(row).toContainText('few marks');
  await expectAccessible(page, 'the charts, light');

  await section(page, 'Workload of supervisors').getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(findToast(page, 'status', /Downloaded load-.*\.csv/)).toBeVisible();

  await addFilter(page, 'Supervisor');
  await page.getByRole('option', { name: strict.supervisor.name }).click();
  await expect(page).toHaveURL(/supervisor=/);
  await expect(load.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Split by' }).click();
  await page.getByRole('option', { name: 'Program' }).click();
  const spread = await openTable(page, 'Distribution of marks');
  await expect(spread.getByRole('row', { name: 'BSCS 1 50 50 50 50 50 50' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the charts and tables, 360 px');

  const shared = /\/api\/auth\/insights(\?|$)/;
  await page.route(shared, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Couldn’t load the charts' })).toBeVisible();
  await expect(findFilter(page, 'Supervisor')).toContainText(strict.supervisor.name);
  await expect(page.getByRole('img', { name: /^Chart: / })).toHaveCount(1);
  await page.unroute(shared);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('img', { name: /^Chart: / })).toHaveCount(6);
  await page.goto('/insights?category=Networking&program=BSIT');
  await page.getByRole('button', { name: 'Show all groups' }).click();
  await expect(page).toHaveURL(/\/insights$/);
  await expect(page.getByRole('img', { name: /^Chart: / })).toHaveCount(6);
});

test('pointing at a part of a chart shows its numbers in a tooltip, and keyboard users can open the numbers as a table', async ({
  page,
  portal,
}) => {
  const { supervisor } = await createMarkedGroup(portal.url, 9);
  await openPageAs(page, '/insights', supervisor);
  const chart = (name: string) => page.getByRole('img', { name: new RegExp(`^Chart: ${name}`) });
  const tooltip = page.locator('dl:visible');

  await chart('Workload of supervisors').getByText(supervisor.name).first().hover();
  await expect(tooltip).toHaveText('Groups1Students1');
  await chart('Workload of supervisors').getByText(supervisor.name).last().hover();
  await expect(tooltip).toHaveText('Marks entered1Missing marks12');
  await chart('Files submitted so far').getByText('Fee proof').hover();
  await expect(tooltip).toHaveText('Share100%');
  await chart('Distribution of marks').getByText('Month 1').hover();
  await expect(tooltip).toHaveText('Marks1Mean90%Median90%Quartiles90% to 90%Lowest90%Highest90%');
  await chart('Files submitted per day').locator('[data-at]').first().hover();
  await expect(tooltip).toHaveText(/^Proposal1Fee proof1Certificates0Thesis0/);
  await page.mouse.move(2, 2);
  await expect(tooltip).toHaveCount(0);

  await section(page, 'Files submitted so far')
    .getByRole('button', { name: 'Show as table' })
    .focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Files submitted so far', exact: true });
  await expect(table.getByRole('row', { name: /^Fee proof student/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Table: Files submitted so far' })).toBeFocused();
});

test('resizing the window closes a chart’s tooltip, and the next tooltip opens next to the pointer', async ({
  page,
  portal,
}) => {
  const { supervisor } = await createMarkedGroup(portal.url, 9);
  await openPageAs(page, '/insights', supervisor);
  const row = page
    .getByRole('img', { name: /^Chart: Files submitted so far/ })
    .locator('[data-at]');
  const tooltip = page.locator('dl:visible');
  await row.first().hover();
  await expect(tooltip).toBeVisible();
  for (const width of [500, 360, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(tooltip).toHaveCount(0);
    const last = row.last();
    await last.hover();
    await expect(tooltip).toHaveText('Share0%');
    const [box, place] = [await tooltip.boundingBox(), await last.boundingBox()];
    if (!box || !place) throw new Error('Both are visible.');
    expect(Math.abs(box.y + box.height - (place.y + place.height / 2))).toBeLessThan(60);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
});

test('the insights page shows supervisors only their own groups, or a message if they have none', async ({
  portal,
  openPage,
}) => {
  const marked = await createMarkedGroup(portal.url, 8);
  const other = await createMarkedGroup(portal.url, 4);
  const page = await openPage();
  await openPageAs(page, '/faculty', marked.supervisor);
  await page.getByRole('link', { name: 'Insights' }).click();
  await expect(page.getByRole('img', { name: /^Chart: / })).toHaveCount(5);
  await expect(section(page, 'Strict and lenient markers')).toHaveCount(0);
  await expectDrawnWithin(section(page, 'Workload of supervisors'));
  const load = await openTable(page, 'Workload of supervisors');
  await expect(load.getByRole('row')).toHaveCount(2);
  await expect(load).toContainText(marked.supervisor.name);
  await expect(page.getByText(other.supervisor.name)).toHaveCount(0);
  const spread = await openTable(page, 'Distribution of marks');
  await expect(spread.getByRole('row', { name: 'Month 1 1 80 80 80 80 80 80' })).toBeVisible();

  const caller = await logInAsAdmin(portal.url);
  const unassigned = await openPage();
  await openPageAs(unassigned, '/insights', await createAccount(caller, 'faculty'));
  await expect(unassigned.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await expectAccessible(unassigned, 'no groups yet');
});

test('charts of supervisors show the first ten with the number of marks, and all on request', async ({
  page,
  portal,
}) => {
  const supervisors: string[] = [];
  for (let mark = 0; mark < 11; mark += 1) {
    supervisors.push((await createMarkedGroup(portal.url, mark)).supervisor.name);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPageAs(page, '/insights', adminCredentials);
  const strictness = page.getByRole('img', { name: /^Chart: Strict/ });
  await expect(strictness.locator('[data-at]')).toHaveCount(10);
  await expect(strictness.getByText(/ 1 mark$/).first()).toBeVisible();
  await expect(strictness.locator('[fill="var(--chart-red)"]')).toHaveCount(0);
  await section(page, 'Strict and lenient markers')
    .getByRole('button', { name: /^Show all \d+$/ })
    .click();
  for (const name of supervisors) {
    await expect(strictness.getByText(`${name}, 1 mark`)).toBeAttached();
  }

  await page.setViewportSize({ width: 360, height: 740 });
  const overlaps = await strictness.evaluate((chart) =>
    [...chart.querySelectorAll('[data-at]')]
      .filter((row) => {
        const name = row.querySelector('span')?.getBoundingClientRect();
        const value = row.querySelector('text')?.getBoundingClientRect();
        return name && value && value.left < name.right;
      })
      .map((row) => row.textContent),
  );
  expect(overlaps).toEqual([]);
  await expectNoOverflow(page);
});
