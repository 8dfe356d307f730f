import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { getInstallation, saveInstallation } from '#contract/settings/installation.ts';
import {
  findUnknownPlaceholders,
  listRulePlaceholders,
} from '#contract/settings/rule-placeholders.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestKinds, poster } from '#server/test/records/kinds.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const readTexts = async (portal: Portal) => {
  const home = await portal.visitor.call(findHome);
  const courses = await portal.admin.call(findCourses);
  const categories = await portal.admin.call(findCategories);
  return JSON.stringify({ home, courses, categories });
};

describe('the texts that a new portal starts with', () => {
  test('quote the rules word for word as before the rules were placeholders', async ({
    portal,
  }) => {
    const texts = await readTexts(portal);
    for (const sentence of [
      'Up to three students of the same class',
      'Fourteen milestones, two semesters',
      'The external viva carries 40 marks.',
      'One, two or three. The form starts with the first member',
      'What are the three eligibility questions?',
      'At least eight certificates of online courses: the five mandatory ones and three or more',
      'Proposal 10, Month 1 to Month 4 10 each, first internal viva 20, progress report 20 and team collaboration 10. Together 100.',
      'and second internal viva 20, together 60. The external viva adds 40, which makes 100 again.',
      'On 25 September 2025 at 23:00.',
      '30 November 2026, 31 December 2026, 28 February 2027, 31 March 2027 and 30 April 2027.',
      'CV and fee proof 5 MB each; proposal, certificates and similarity report 20 MB each; the thesis 50 MB; the project code 200 MB.',
    ]) {
      expect(texts).toContain(sentence);
    }
    expect(texts).not.toContain('(not set)');
    expect(texts).not.toMatch(/\{[a-z]+(:|\})/i);
  });

  test('follow each rule at once', async ({ portal }) => {
    const rules = await buildSettingChange(portal, 'groups', (value) => {
      value.maxMembers = 4;
      value.eligibility.pop();
    });
    await portal.admin.call(saveSetting, rules);
    const scheme = await buildSettingChange(portal, 'scheme', ({ parts }) => {
      Object.assign(getItemAt(getItemAt(parts, 2).milestones, 0), { total: 50 });
      getItemAt(parts, 0).milestones.splice(1, 1);
    });
    await portal.admin.call(saveSetting, scheme);
    const courses = await buildSettingChange(portal, 'courses', ({ rule }) => {
      rule.minimum = 9;
    });
    await portal.admin.call(saveSetting, courses);
    const texts = await readTexts(portal);
    for (const sentence of [
      'Up to four students of the same class',
      'Thirteen milestones, two semesters',
      'The external viva carries 50 marks.',
      'What are the two eligibility questions?',
    ]) {
      expect(texts).toContain(sentence);
    }
  });
});

describe('the largest size of a file in a text', () => {
  test('follows the limits of the installation and of the current cohort at once', async ({
    portal,
  }) => {
    const answer = (text: string) =>
      buildSettingChange(portal, 'faq', (faq) => {
        getItemAt(getItemAt(faq, 0).questions, 0).answer = [text];
      });
    await addTestKinds(portal, [{ ...poster, maxMb: 12 }]);
    await portal.admin.call(
      saveSetting,
      await answer('{size:thesis}, {size:report}, {size:poster}'),
    );
    expect(await readTexts(portal)).toContain('50 MB, 20 MB, 12 MB');
    const { version } = await portal.admin.call(getInstallation);
    const sizeLimits = { thesis: 30 };
    await portal.admin.call(saveInstallation, { body: { version, sizeLimits } });
    expect(await readTexts(portal)).toContain('30 MB, 20 MB, 12 MB');
    const kinds = await buildSettingChange(portal, 'kinds', ({ standard }) => {
      standard.report = { maxMb: 8 };
    });
    await portal.admin.call(saveSetting, kinds);
    expect(await readTexts(portal)).toContain('30 MB, 8 MB, 12 MB');
  });
});

describe('a placeholder that no rule has', () => {
  test('is refused, with the placeholders of its kind', async ({ portal }) => {
    const change = await buildSettingChange(portal, 'faq', (faq) => {
      getItemAt(getItemAt(faq, 0).questions, 0).answer = ['It is {total:poster}.'];
    });
    const { fields } = await expectRefusal(portal, portal.admin, saveSetting, change);
    expect(fields).toEqual({
      '0.questions.0.answer.0': expect.stringMatching(
        /^\{total:poster\} can’t be used here\. Use one of \{total:proposal\}, /,
      ),
    });
  });

  test('is shown as not set and listed on the coordinator’s desk if the rule was removed later', async ({
    portal,
  }) => {
    const listItems = async () => (await portal.admin.call(findDesk)).items;
    expect((await listItems()).map(({ id }) => id)).not.toContain('placeholder-home');
    const scheme = await buildSettingChange(portal, 'scheme', ({ parts }) => {
      getItemAt(getItemAt(parts, 2).milestones, 0).key = 'finalViva';
    });
    await portal.admin.call(saveSetting, scheme);
    expect(await readTexts(portal)).toContain('The external viva carries (not set) marks.');
    expect(await listItems()).toContainEqual(
      expect.objectContaining({ id: 'placeholder-home', to: '/settings/home', isUrgent: true }),
    );
    const { values } = await portal.admin.call(listRulePlaceholders);
    expect(values['total:finalViva']).toBe('40');
    expect(findUnknownPlaceholders(portal.content.faq, values)).not.toEqual([]);
  });
});
