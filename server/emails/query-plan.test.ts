import { type Compilable, CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { type Portal, test } from '#server/test/portal.ts';
import { selectEmails, sortNewestFirst } from './find-emails.ts';

async function planOf(portal: Portal, query: Compilable): Promise<string> {
  const { sql, parameters } = query.compile();
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  return JSON.stringify((await portal.db.executeQuery(plan)).rows);
}

test('the email list uses an index to read a page, and a covering index to count emails by state', async ({
  portal,
}) => {
  const page = await planOf(portal, sortNewestFirst(selectEmails(portal.db, {}), {}).limit(25));
  expect(page).toContain('USING INDEX emails_newest');
  expect(page).not.toContain('TEMP B-TREE');
  const search = { q: 'marks' };
  const searched = sortNewestFirst(selectEmails(portal.db, search), search).limit(25);
  const searchPlan = await planOf(portal, searched);
  expect(searchPlan).toContain('email_search_keys USING INDEX email_search_keys_newest');
  expect(searchPlan).not.toContain('TEMP B-TREE');
  for (const [state, index] of [
    ['queued', 'emails_unsent'],
    ['sent', 'emails_newest'],
    ['failed', 'emails_failed'],
    ['withdrawn', 'emails_failed'],
  ] as const) {
    const count = selectEmails(portal.db, { state })
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'));
    expect(await planOf(portal, count), state).toContain(`COVERING INDEX ${index}`);
  }
});
