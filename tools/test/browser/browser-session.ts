import type { BrowserContextOptions, Page } from '@playwright/test';
import type { EndpointReply } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword as testPassword } from '#tools/test/people.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;
type Person = { email: string; password?: string };

function buildEntries({ message: _, studentId: __, ...session }: EndpointReply<typeof login>) {
  return Object.entries(session).map(([name, value]) => ({ name, value }));
}

export async function createSessionStorageState(
  url: string,
  { email, password = testPassword }: Person,
): Promise<StorageState> {
  const reply = await new ApiCaller(url).call(login, { body: { email, password } });
  return { cookies: [], origins: [{ origin: url, localStorage: buildEntries(reply) }] };
}

/** Opens a page as a logged-in user, with the same local storage and cookies as after a login through the form. */
export async function openPageAs(
  page: Page,
  path: string,
  { email, password = testPassword }: Person,
): Promise<void> {
  const response = await page.request.post(login.path, { data: { email, password } });
  const reply = await response.json();
  if (!response.ok()) throw new Error(`${email} cannot log in: ${reply.message}`);
  const initScript = await page.addInitScript((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, buildEntries(reply));
  await page.goto(path);
  // Remove the init script, so that later page loads do not write the entries again.
  await initScript.dispose();
}

/** Moves the mouse twice. The first move may end where the mouse already is, and the page ignores such a move. */
export async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(6, 6);
}
