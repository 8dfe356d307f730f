import { getFileRules } from '#contract/settings/kinds.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isPlaceholderName, placeholderSupervisor } from '#server/groups/staff/placeholder-name.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Returns the choices for the proposal form. For admins, also returns all faculty accounts. */
export async function findProposalChoices(
  { db, content, config }: Services,
  caller: Caller,
  cohortCode?: string,
) {
  const faculty = await db
    .selectFrom('users')
    .select(['id as _id', 'name', 'name_key', 'email', 'supervises'])
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .orderBy('sort_key')
    .execute();
  const { code, choices, rules, kinds } = getCohort(content, cohortCode);
  const { programs, categories, supervisors } = choices;
  const possible = faculty.filter(({ name }) => !isPlaceholderName(name));
  // Every faculty member may be named; those who are known to supervise come first.
  const supervising = [
    ...possible.filter(({ supervises }) => supervises),
    ...possible.filter(({ supervises }) => !supervises),
  ];
  const isAdmin = caller.role === 'admin';
  const asChoice = (value: string) => ({ value, label: value });
  return {
    cohort: code,
    programs: programs.map(({ value, label }) => ({ value, label })),
    categories: categories.map(asChoice),
    supervisors: [
      ...distinct([...supervisors, ...supervising.map(({ name }) => name)]).map(asChoice),
      { value: placeholderSupervisor, label: 'Other' },
    ],
    examiners: isAdmin ? distinct(faculty.map(({ name }) => name)).map(asChoice) : [],
    staff: isAdmin ? faculty : [],
    sizeLimits: {
      ...config.sizeLimits,
      ...Object.fromEntries(
        kinds.map((kind) => [kind.kind, getFileRules(kind, config.sizeLimits).maxBytes]),
      ),
    },
    rules,
  };
}

const distinct = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, toListEntryKey).values()].flatMap(([first]) => first ?? []);
