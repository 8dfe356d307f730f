import type { BrowserContextOptions } from '@playwright/test';
import { login } from '#contract/session.ts';
import { Caller } from './caller.ts';
import { password as everybodys } from './people.ts';

type DiskState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** What a browser's storage holds after this person has logged in at `url`. */
export async function storageOf(
  url: string,
  { email, password = everybodys }: { email: string; password?: string },
): Promise<DiskState> {
  const {
    message: _,
    studentId: __,
    ...reply
  } = await new Caller(url).call(login, {
    body: { email, password },
  });
  const localStorage = Object.entries(reply).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
