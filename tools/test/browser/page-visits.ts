import { basename } from 'node:path';
import { getPageFile } from '#client/feature.ts';
import type { Role } from '#contract/values/roles.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { createSessionStorageState } from './browser-session.ts';
import { pages } from './pages.ts';

export type PageVisit = {
  path: string;
  /** Name of the page's source file and of its built chunk, without extension. */
  file: string;
  role: Role | undefined;
  storageState: Awaited<ReturnType<typeof createSessionStorageState>> | undefined;
};

/** Returns one visit for each page file. Each visitor is a user for whom the page has data to show. */
export async function listPageVisits(
  admin: ApiCaller,
  login: { email: string; password: string },
): Promise<PageVisit[]> {
  const { student, supervisor } = await createGroup(admin);
  const storages = {
    student: await createSessionStorageState(admin.url, student),
    faculty: await createSessionStorageState(admin.url, supervisor),
    admin: await createSessionStorageState(admin.url, login),
  };
  const newcomer = await createSessionStorageState(admin.url, await registerStudent(admin));
  const byFile = new Map(pages.map((page) => [basename(getPageFile(page)), page]));
  return [...byFile].map(([file, { path, access }]) => {
    if (access === 'public') return { path, file, role: undefined, storageState: undefined };
    const role = (['student', 'faculty', 'admin'] as const).find((each) => access.includes(each));
    if (!role) throw new Error(`Nobody may open ${path}.`);
    return { path, file, role, storageState: path === '/proposal' ? newcomer : storages[role] };
  });
}
