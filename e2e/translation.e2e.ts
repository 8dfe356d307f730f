import type { Page } from '@playwright/test';
import { createUser } from '#contract/users.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { findButton, findUserRow, openAdminPanel } from './admin-steps.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

/** Replaces each text node with `font` elements, as the translators of Chrome and Edge do. The words stay the same. */
const translatePage = (page: Page) =>
  page.addInitScript(() => {
    const excluded = 'font, head, script, style, textarea, [translate="no"]';
    const replace = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(excluded)) return;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.nodeValue);
      text.parentNode?.replaceChild(font, text);
    };
    new MutationObserver((records) => {
      for (const { target } of records) {
        const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
        const texts: Node[] = target.nodeType === Node.TEXT_NODE ? [target] : [];
        while (walker.nextNode()) texts.push(walker.currentNode);
        texts.forEach(replace);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

test('a student uploads a file and an admin searches and edits on pages that the browser translates', async ({
  page,
  openPage,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const { student } = await createGroup(admin, { members: 1 });
  // A search finds its words anywhere, also “21” in a time, so the numbers have a letter.
  const word = `translated${Date.now()}`;
  for (let number = 10; number < 22; number += 1) {
    const person = { name: `${word} n${number}`, email: `${word}.n${number}@university.test` };
    await admin.call(createUser, { body: { ...person, role: 'student' } });
  }
  await translatePage(page);
  await openMarksPage(page, student);
  const thesis = findSection(page, 'Thesis');
  for (const name of ['draft.pdf', 'thesis.pdf']) {
    await chooseFile(thesis, name, '', buildPdf({ title: name }));
    await expect(thesis.getByText(name, { exact: true })).toBeVisible();
    if (name === 'draft.pdf') await thesis.getByRole('button', { name: /^Remove/ }).click();
  }
  await findButton(page, 'Upload thesis').click();
  await expect(thesis.getByRole('status')).toContainText('thesis.pdf');

  const adminPage = await openPage();
  await translatePage(adminPage);
  await openAdminPanel(adminPage, '?tab=users');
  const search = adminPage.getByRole('searchbox', { name: 'Search users' });
  await search.fill(word);
  await expect(adminPage.getByText(`12 users found for “${word}”`)).toBeVisible();
  await search.fill(`${word} n21`);
  await expect(adminPage.getByText(`1 user found for “${word} n21”`)).toBeVisible();
  await findUserRow(adminPage, `${word} n21`).getByRole('button', { name: /^Edit/ }).click();
  const form = adminPage.getByRole('form');
  await form.getByLabel('Name').fill(`${word} renamed`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(findUserRow(adminPage, `${word} renamed`)).toBeVisible();
});
