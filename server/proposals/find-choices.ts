import { nameKey } from '#contract/text.ts';
import { isPlaceholderName, nobodyYet } from '#server/groups/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/**
 * What a proposal chooses from: the department's lists, the names of the faculty accounts that supervise, and `other`; and
 * the size limits. For admins also every faculty account, told apart by email.
 */
export async function findChoices({ db, content, config }: Services, caller: Caller) {
  const faculty = await db
    .selectFrom('users')
    .select(['id as _id', 'name', 'name_key', 'email', 'supervises'])
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .orderBy('name_key')
    .orderBy('email')
    .execute();
  const { programs, categories, supervisors } = content.department;
  const supervising = faculty.filter(
    ({ name, supervises }) => supervises && !isPlaceholderName(name),
  );
  const isAdmin = caller.role === 'admin';
  const asChoice = (value: string) => ({ value, label: value });
  return {
    programs: programs.map(({ value, label }) => ({ value, label })),
    categories: categories.map(asChoice),
    supervisors: [
      ...distinct([...supervisors, ...supervising.map(({ name }) => name)]).map(asChoice),
      { value: nobodyYet, label: 'Other' },
    ],
    examiners: isAdmin ? distinct(faculty.map(({ name }) => name)).map(asChoice) : [],
    staff: isAdmin ? faculty : [],
    sizeLimits: config.sizeLimits,
  };
}

/** The names, of several that are the same the first. */
const distinct = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, nameKey).values()].flatMap(([first]) => first ?? []);
