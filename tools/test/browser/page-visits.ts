import { basename } from 'node:path';
import { pages } from '#client/features.ts';
import { fileOf } from '#client/route-table.ts';
import type { Role } from '#contract/endpoint.ts';
import type { Caller } from '#tools/test/caller.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { storageOf } from './browser-session.ts';

/** A first visit to a page by a user who may open it. */
export type Visit = {
  path: string;
  /** Name of the page's source file, and of its chunk. */
  file: string;
  /** Undefined for visitors without a session. */
  role: Role | undefined;
  storageState: Awaited<ReturnType<typeof storageOf>> | undefined;
};

/** Returns one visit for each page file, to a page that has data to show. */
export async function visitsToAllPages(
  admin: Caller,
  login: { email: string; password: string },
): Promise<Visit[]> {
  const { student, supervisor } = await createGroup(admin);
  const storages = {
    student: await storageOf(admin.url, student),
    faculty: await storageOf(admin.url, supervisor),
    admin: await storageOf(admin.url, login),
  };
  const newcomer = await storageOf(admin.url, await registerStudent(admin));
  const byFile = new Map(pages.map((page) => [basename(fileOf(page)), page]));
  return [...byFile].map(([file, { path, access }]) => {
    if (access === 'public') return { path, file, role: undefined, storageState: undefined };
    const role = (['student', 'faculty', 'admin'] as const).find((each) => access.includes(each));
    if (!role) throw new Error(`Nobody may open ${path}.`);
    return { path, file, role, storageState: path === '/proposal' ? newcomer : storages[role] };
  });
}
