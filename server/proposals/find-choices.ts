import { nameKey } from '#contract/text.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** When no listed supervisor fits: the admin names one later (decisions). */
const other = 'other';

/** What a proposal chooses from: the department's lists, every faculty account's name, and `other`; and the size limits. */
export async function findChoices({ db, content, config }: Services, caller: Caller) {
  const faculty = await db
    .selectFrom('users')
    .select(['name', 'name_key'])
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .orderBy('name_key')
    .execute();
  const { programs, categories, supervisors } = content.department;
  const listed = new Set(supervisors.map(nameKey));
  const names = [
    ...supervisors,
    ...faculty.filter(({ name_key }) => !listed.has(name_key)).map(({ name }) => name),
  ];
  const asChoice = (value: string) => ({ value, label: value });
  return {
    programs: programs.map(({ value, label }) => ({ value, label })),
    categories: categories.map(asChoice),
    supervisors: [...names.map(asChoice), { value: other, label: 'Other' }],
    examiners: caller.role === 'admin' ? faculty.map(({ name }) => asChoice(name)) : [],
    sizeLimits: config.sizeLimits,
  };
}
