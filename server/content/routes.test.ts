import { describe, expect } from 'vitest';
import { findCategories } from '#contract/settings/categories.ts';
import { type Faq, findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { loadStoredContent } from './open-content.ts';
import { toFormattedFaq } from './shown-content.ts';

describe("the department's texts", () => {
  test("are public on the home page, together with deadlines in UTC and the department's time zone", async ({
    portal,
  }) => {
    const home = await portal.visitor.call(findHome);
    expect(home.department).toEqual({
      name: portal.content.department.name,
      university: portal.content.department.university,
      shortName: portal.content.department.shortName,
      session: 'Session 2026–27',
      office: portal.content.department.office,
      menu: {},
    });
    expect(home.timeZone).toBe('Asia/Karachi');
    expect(home.sizeLimits).toEqual(portal.config.sizeLimits);
    expect(home.deadlines.at(-1)).toEqual({
      _id: 'final-thesis-hard-copy-and-code-upload-zip',
      title: 'Final Thesis hard copy and Code Upload zip',
      due: '2027-05-30T09:00:00Z',
      documents: ['code'],
      programs: null,
      graceHours: null,
    });
    expect(home.slides).toHaveLength(3);
    expect(home.faq.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(30);
  });

  test('are returned as parsed blocks, even if a stored text contains an invalid link', async ({
    portal,
  }) => {
    const wiki = 'https://en.wikipedia.org/wiki/Thesis_(academic)';
    const params = { name: 'faq' as const };
    const { version, value } = await portal.admin.call(getSetting, { params });
    const faq = value as Faq;
    faq[0]?.questions[0]?.answer.splice(0, 1, `See [Wiki](${wiki}).`, '1. Read\n2. *Write*');
    await portal.admin.call(saveSetting, { params, body: { version, value: faq } });
    const home = await portal.visitor.call(findHome);
    const list = [
      { number: 1, blocks: [{ kind: 'paragraph', inlines: [{ text: 'Read' }] }] },
      {
        number: 2,
        blocks: [{ kind: 'paragraph', inlines: [{ text: 'Write', isEmphasised: true }] }],
      },
    ];
    expect(home.faq[0]?.questions[0]?.answer).toEqual([
      {
        kind: 'paragraph',
        inlines: [{ text: 'See ' }, { href: wiki, runs: [{ text: 'Wiki' }] }, { text: '.' }],
      },
      { kind: 'list', items: list },
    ]);
    expect(home.messages[0]?.text).toHaveLength(3);

    faq[0]?.questions[0]?.answer.splice(0, 2, 'Stored [long ago](javascript:alert(1)).');
    await portal.db
      .updateTable('settings')
      .set({ value: JSON.stringify(faq) })
      .where('name', '=', 'faq')
      .where('version', '=', version + 1)
      .execute();
    const reread = await loadStoredContent(portal.db, portal.content);
    expect(toFormattedFaq(reread.faq, {})[0]?.questions[0]?.answer).toEqual([
      { kind: 'paragraph', inlines: [{ text: 'Stored [long ago](javascript:alert(1)).' }] },
    ]);
  });

  test('are public on the developers page, but courses and categories require a login', async ({
    portal,
  }) => {
    expect((await portal.visitor.call(findDevelopers)).developers.length).toBeGreaterThan(0);
    const { caller } = await createTestUser(portal);
    expect((await caller.call(findCourses)).rule.minimum).toBe(8);
    expect((await caller.call(findCategories)).categories).toHaveLength(4);
    for (const endpoint of [findCourses, findCategories]) {
      await expect(portal.visitor.call(endpoint)).rejects.toMatchObject({ code: 'signed-out' });
    }
  });
});
