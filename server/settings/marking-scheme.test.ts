import { describe, expect } from 'vitest';
import { findGroup } from '#contract/groups.ts';
import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import { convertScheme, getSettingsFiles, saveSetting } from '#contract/settings/settings.ts';
import { buildCohortQueryParams, buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('the marking scheme', () => {
  test('accepts a new milestone while groups exist, and the milestone can be marked immediately', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const edit = await buildSettingChange(portal, 'scheme', (scheme) => {
      const [part] = scheme.parts;
      part?.milestones.push({
        key: 'poster',
        title: 'Poster',
        total: 5,
        weight: 5,
        markers: ['supervisor'],
      });
    });
    await portal.admin.call(saveSetting, edit);
    await saveTestMarks(team, team.supervisor, { poster: { marks: 4.5 } });
    const { member } = await team.student.caller.call(findGroup, {
      params: { email: team.student.email },
    });
    expect(member.poster?.marks).toBe(4.5);
  });
});

const thesisDeadline = 'thesis-and-sim-report-soft-copies';
const withLink = (key: string, deadline: string | undefined) => (scheme: MarkingScheme) => {
  Object.assign(findMilestone(scheme, key) ?? {}, { deadline });
};

describe('the deadline of a milestone', () => {
  test('is rejected if it does not exist in the cohort, whether it is set in the form, by a mark conversion or in a settings file', async ({
    portal,
  }) => {
    const message =
      '“poster-day”, which the milestone “Month 1” is due with, is not among the deadlines. Enter one of proposal-certificate-submission, ';
    const edit = await buildSettingChange(portal, 'scheme', withLink('month1', 'poster-day'));
    const saved = await expectRefusal(portal, portal.admin, saveSetting, edit);
    expect(Object.keys(saved.fields ?? {})).toEqual(['parts.0.milestones.1.deadline']);
    expect(saved.message).toContain(message);
    const conversion = {
      query: buildCohortQueryParams(portal),
      body: { ...edit.body, conversion: {}, dryRun: false },
    };
    const converted = await expectRefusal(portal, portal.admin, convertScheme, conversion);
    expect(converted.message).toBe(saved.message);
  });

  test('can be changed without converting marks, after which the old deadline can be removed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await saveTestMarks(team, team.supervisor, { thesis: { marks: 9 } });
    const rename = await buildSettingChange(portal, 'deadlines', (list) => {
      const deadline = list.find(({ id }) => id === thesisDeadline);
      if (deadline) deadline.title = 'Thesis';
    });
    await portal.admin.call(saveSetting, rename);
    const unlink = await buildSettingChange(portal, 'scheme', (scheme) => {
      withLink('thesis', undefined)(scheme);
      withLink('similarityReport', 'april-monthly-report')(scheme);
    });
    await portal.admin.call(saveSetting, unlink);
    const edit = await buildSettingChange(portal, 'deadlines', (list) => {
      list.splice(
        list.findIndex(({ id }) => id === thesisDeadline),
        1,
      );
    });
    await portal.admin.call(saveSetting, edit);
    const { scheme, deadlines } = portal.content.current;
    expect(deadlines).toHaveLength(8);
    expect(findMilestone(scheme, 'similarityReport')?.deadline).toBe('april-monthly-report');
    const { files } = await portal.admin.call(getSettingsFiles);
    expect(files['scheme.yaml']).toContain('deadline: april-monthly-report');
    const row = await portal.db
      .selectFrom('marks')
      .select(['marks', 'revision'])
      .executeTakeFirst();
    expect(row).toMatchObject({ marks: 9, revision: 1 });
  });
});
