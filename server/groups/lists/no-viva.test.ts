import { describe, expect } from 'vitest';
import { findFigures } from '#contract/admin/figures.ts';
import { findDesk } from '#contract/desk.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportGroups } from '#contract/groups.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

/** Removes the parts that have the viva or that an external examiner marks. */
async function removeViva(portal: Portal) {
  const change = await buildSettingChange(portal, 'scheme', (scheme) => {
    scheme.parts = scheme.parts.filter(
      ({ viva, milestones }) =>
        !viva && milestones.every(({ markers }) => !markers.includes('externalExaminer')),
    );
  });
  await portal.admin.call(saveSetting, change);
}

describe('a marking scheme without an external viva', () => {
  test('has no examiner and no viva on desks, in figures and in exports', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const unnamed = await createTestGroup(portal);
    await portal.db
      .updateTable('groups')
      .set({ external_examiner: null })
      .where('id', '=', unnamed.groupId)
      .execute();
    const look = async () => {
      const { waiting } = await portal.admin.call(findFigures);
      const desk = await team.examiner.caller.call(findDesk);
      const readHeader = async (endpoint: typeof exportGroups | typeof exportAwards) => {
        const sheet = await portal.admin.request(endpoint, { query: { format: 'csv' } });
        return (await sheet.text()).split('\n')[0] ?? '';
      };
      return {
        figures: waiting.some(({ reason }) => reason === 'no-examiner'),
        desk: desk.items.some(({ id }) => id === 'vivas'),
        groups: /External examiner|Viva/.test(await readHeader(exportGroups)),
        awards: /Viva/.test(await readHeader(exportAwards)),
      };
    };
    expect(await look()).toEqual({ figures: true, desk: true, groups: true, awards: true });
    await removeViva(portal);
    expect(await look()).toEqual({ figures: false, desk: false, groups: false, awards: false });
  });
});
