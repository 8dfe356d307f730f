import { describe, expect } from 'vitest';
import { findCategories, findCourses, findDevelopers, findHome } from '#contract/content.ts';
import { somebody } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';

describe('the department’s texts', () => {
  test('a visitor gets the home page with deadlines as instants and the department’s zone', async ({
    portal,
  }) => {
    const home = await portal.visitor.call(findHome);
    expect(home.department).toEqual({
      name: portal.content.department.name,
      university: portal.content.department.university,
      shortName: portal.content.department.shortName,
      session: 'Session 2026–27',
      office: portal.content.department.office,
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

  test('developers are public, courses and categories for who is logged in', async ({ portal }) => {
    expect((await portal.visitor.call(findDevelopers)).developers.length).toBeGreaterThan(0);
    const { caller } = await somebody(portal);
    expect((await caller.call(findCourses)).rule.minimum).toBe(8);
    expect((await caller.call(findCategories)).categories).toHaveLength(4);
    for (const endpoint of [findCourses, findCategories]) {
      await expect(portal.visitor.call(endpoint)).rejects.toMatchObject({ code: 'signed-out' });
    }
  });
});
