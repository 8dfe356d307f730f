import { describe, expect } from 'vitest';
import { findBoard } from '#contract/board.ts';
import { listAudiences } from '#contract/messages/announcements.ts';
import { convertScheme, saveSetting } from '#contract/settings/settings.ts';
import { findChoices, submitProposal } from '#contract/students/proposals.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import { addTestCohort, setTakesProposals } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal } from '#tools/test/people.ts';

const openNext = (portal: Portal) => addTestCohort(portal, { makeCurrent: true });

describe('a write to a cohort', () => {
  test('applies to the cohort that the page displayed, even if another cohort has since become current', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const student = await createTestUser(portal);
    const shown = {
      board: (await team.supervisor.caller.call(findBoard)).cohort,
      audiences: (await portal.admin.call(listAudiences)).cohort,
      choices: (await student.caller.call(findChoices)).cohort,
    };
    expect(Object.values(shown)).toEqual(['2027', '2027', '2027']);
    const edit = await buildSettingChange(portal, 'deadlines', (list) => {
      list.splice(
        list.findIndex(({ id }) => id === 'march-monthly-report'),
        1,
      );
    });
    await openNext(portal);
    const [next, first] = portal.content.cohorts;
    await portal.admin.call(saveSetting, edit);
    const counts = portal.content.cohorts.map(({ deadlines }) => deadlines.length);
    expect(counts).toEqual([1, 8]);
    await addTestAnnouncement(portal, { cohort: shown.audiences });
    const { cohort_id } = await portal.db
      .selectFrom('announcements')
      .select('cohort_id')
      .executeTakeFirstOrThrow();
    expect([next?._id === cohort_id, first?._id === cohort_id]).toEqual([false, true]);
    const stored = portal.content.cohorts.find(({ code }) => code === shown.choices);
    if (stored) await setTakesProposals(portal, stored);
    const proposal = { query: { cohort: shown.choices }, body: buildProposal([student]) };
    const { fypGroupName } = await student.caller.call(submitProposal, proposal);
    expect(fypGroupName).toMatch(/-2027-/);
  });

  test.for([
    ['of a setting', saveSetting],
    ['of a converted scheme', convertScheme],
  ] as const)('%s is rejected without a cohort', async ([, endpoint], { portal }) => {
    const { params, body } = await buildSettingChange(portal, 'scheme', () => {});
    const input = {
      params: endpoint === saveSetting ? params : {},
      body: { ...body, conversion: {}, dryRun: false },
    };
    const refused = await expectRefusal(portal, portal.admin, endpoint, input);
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', ['cohort']]);
  });

  test('applies to the current cohort if an older client does not specify a cohort', async ({
    portal,
  }) => {
    const student = await createTestUser(portal);
    await openNext(portal);
    const { fypGroupName } = await student.caller.call(submitProposal, {
      body: buildProposal([student]),
    });
    expect(fypGroupName).toMatch(/-2028-/);
  });
});
