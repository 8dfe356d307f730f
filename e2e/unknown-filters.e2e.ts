import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

/** Links with an unknown filter value, each with the text that the page shows for the value. */
const links = [
  ['/board?deadline=removed', 'Removed deadline'],
  ['/certificates?state=done', 'Unknown state: done'],
  ['/insights?supervisor=nobody', 'Unknown supervisor'],
  ['/admin?tab=audit&action=coffee-made', 'Unknown action: coffee-made'],
  ['/emails?state=lost', 'Unknown state: lost'],
] as const;

test('a page opened with an unknown filter value shows the value, and shows no rows until the user removes it', async ({
  page,
  portal,
}) => {
  const { group, supervisor } = await createGroup(await logInAsAdmin(portal.url));
  const row = new RegExp(`${group.fypGroupName}|${supervisor.name}`);
  const main = page.getByRole('main');
  for (const [url, label] of links) {
    await openPageAs(page, url, adminCredentials);
    const chip = page.getByRole('button', { name: `${label}: remove this filter` });
    await expect(chip, url).toBeVisible();
    await expect(main.getByRole('button', { name: /^Show all/ }).first(), url).toBeVisible();
    await expect(main, url).not.toContainText(row);
    // Wait until no content is loading, because content that loads above a button can move it during a click.
    await expect(main.locator('.mantine-Skeleton-root'), url).toHaveCount(0);
    await chip.click();
    await expect(chip, url).toBeHidden();
    await expect(page, url).not.toHaveURL(new RegExp(`[?&]${url.split(/[?&]/).at(-1)}`));
    const isListed = !/emails|announcements|notices/.test(url);
    if (!isListed) continue;
    // Search for the group, because other tests add groups that may move it to a later page.
    const search = main.getByLabel(/^Search/).first();
    if (await search.isVisible()) await search.fill(group.fypGroupName);
    // The charts show only the first rows, because other tests add supervisors, and they load after the filters.
    const showAll = main.getByRole('button', { name: /^Show all \d+$/ });
    await expect(async () => {
      while ((await showAll.count()) > 0) await showAll.first().click();
      await expect(main, url).toContainText(row, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
  }
});
