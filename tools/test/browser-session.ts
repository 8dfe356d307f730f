import type { BrowserContextOptions, Page } from '@playwright/test';
import type { ReplyOf } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';
import { Caller } from './caller.ts';
import { password as everybodys } from './people.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;
type Person = { email: string; password?: string };

/** What the client writes into the browser's storage after a login. */
function entriesOf({ message: _, studentId: __, ...session }: ReplyOf<typeof login>) {
  return Object.entries(session).map(([name, value]) => ({ name, value }));
}

/** What a browser's storage holds after this person has logged in at `url`. */
export async function storageOf(
  url: string,
  { email, password = everybodys }: Person,
): Promise<StorageState> {
  const reply = await new Caller(url).call(login, { body: { email, password } });
  return { cookies: [], origins: [{ origin: url, localStorage: entriesOf(reply) }] };
}

/** Goes to an address of the portal as somebody who has logged in before: storage and cookies are as the form leaves them. */
export async function visitAs(
  page: Page,
  path: string,
  { email, password = everybodys }: Person,
): Promise<void> {
  const response = await page.request.post(login.path, { data: { email, password } });
  const reply = await response.json();
  if (!response.ok()) throw new Error(`${email} cannot log in: ${reply.message}`);
  const written = await page.addInitScript((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, entriesOf(reply));
  await page.goto(path);
  // What the page does with its storage later is its own affair.
  await written.dispose();
}

/** A sign that somebody uses the page. A first move may have no length and is then no sign, and the mouse may have moved before. */
export async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(6, 6);
}
