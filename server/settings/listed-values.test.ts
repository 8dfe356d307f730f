import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findBoard } from '#contract/board.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { findInsights, findSpread } from '#contract/insights.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { listCertificates } from '#contract/students/certificates.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { announcementDraft } from '#server/test/records/announcements.ts';
import { readExportedRecords } from '#server/test/records/exports.ts';
import { checkAndImportGroups } from '#server/test/records/imports.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, buildMember, createUniqueName } from '#tools/test/people.ts';

const listed = 'Réseau Nord';
const spellings = [
  're\u0301seau nord',
  'RÉSEAU  NORD',
  'Réseau\u00a0Nord',
  '\u200bRéseau\u00ad Nord\u2060',
  'Ｒéseau Nord',
];

async function offer(portal: Portal, category: string, supervisor = 'Dr. Nadia Ilyas') {
  const edit = await buildSettingChange(portal, 'choices', ({ categories, supervisors }) => {
    categories.push(category);
    supervisors.push(supervisor);
  });
  return portal.admin.call(saveSetting, edit);
}

/** Creates a group whose category or program may be spelled differently from the list entry, as in earlier versions. */
async function aTeamSpelled(portal: Portal, columns: { category?: string; program?: string }) {
  const team = await createTestGroup(portal);
  await portal.db.updateTable('groups').set(columns).where('id', '=', team.groupId).execute();
  return team;
}

const namesOnBoard = async (portal: Portal, query: object) =>
  (await portal.admin.call(findBoard, { query })).rows.map(({ fypGroupName }) => fypGroupName);
const nameOf = ({ group }: TestGroup) => group.fypGroupName;

describe('a list entry', () => {
  test.for([
    ['a zero-width space', 'Dr. Nadia\u200b Ilyas', 'Réseau\u200b Nord'],
    [
      'a letter that composes once the invisible is gone',
      'Dr. Na\u200d\u0301dia',
      'Re\u200b\u0301seau Nord',
    ],
  ] as const)(
    'saved with %s can be chosen for a group and used as a filter',
    async ([, supervisor, category], { portal }) => {
      await offer(portal, category, supervisor);
      const { categories, supervisors } = await portal.admin.call(findChoices);
      const chosen = {
        category: getItemAt(categories, -1 + categories.length).value,
        supervisor: getItemAt(supervisors, supervisors.length - 2).value,
      };
      expect(chosen.category).toBe(listed);
      expect(chosen.supervisor).toMatch(/^Dr\. N[aá]d[ií]a( Ilyas)?$/);
      const neighbour = await createTestGroup(portal);
      const team = await createTestGroup(portal, chosen);
      expect(team.group).toMatchObject({ fypCategory: listed, supervisor: chosen.supervisor });
      await portal.admin.call(updateGroup, {
        params: { groupId: team.groupId },
        body: { ...team.group, version: undefined, fypTitle: 'Changed' },
      });
      expect(await namesOnBoard(portal, { category: chosen.category })).toEqual([nameOf(team)]);
      expect(await namesOnBoard(portal, { category })).toEqual([nameOf(team)]);
      expect(await namesOnBoard(portal, {})).toContain(nameOf(neighbour));
    },
  );

  test('is rejected with a field error if it differs from another only in letter case, spaces, Unicode form or invisible characters', async ({
    portal,
  }) => {
    await offer(portal, listed, 'Dr. Nadia Ilyas');
    for (const spelling of spellings) {
      const edit = await buildSettingChange(portal, 'choices', ({ categories }) =>
        categories.push(spelling),
      );
      const refused = await expectRefusal(portal, portal.admin, saveSetting, edit);
      expect(Object.keys(refused.fields ?? {})).toEqual([
        expect.stringMatching(/^categories\.\d+$/),
      ]);
    }
  });

  test('can be used on a category card in lower case and decomposed form, unlike a category that is not listed', async ({
    portal,
  }) => {
    await offer(portal, listed);
    const edit = await buildSettingChange(portal, 'categories', (cards) =>
      getItemAt(cards, 0).options.push('re\u0301seau nord'),
    );
    await portal.admin.call(saveSetting, edit);
    const other = await buildSettingChange(portal, 'categories', (cards) =>
      getItemAt(cards, 0).options.push('Réseau Sud'),
    );
    const refused = await expectRefusal(portal, portal.admin, saveSetting, other);
    expect(refused.fields).toMatchObject({
      '0.options.2': expect.stringContaining('“Réseau Sud”'),
    });
  });

  test('can be imported in any spelling, and is stored as spelled in the list', async ({
    portal,
  }) => {
    await offer(portal, listed);
    const rows = spellings.map((category, index) => {
      const name = createUniqueName('Member');
      const {
        feeProof: _,
        certificate: __,
        ...member
      } = buildMember({ name, email: buildEmailAddress(name) });
      return {
        row: index + 2,
        group: String(index),
        title: `T ${index}`,
        program: 'bscs',
        category,
        supervisor: 'other',
        ...member,
      };
    });
    await checkAndImportGroups(portal, rows);
    const stored = await portal.db.selectFrom('groups').select(['category', 'program']).execute();
    expect(stored).toEqual(spellings.map(() => ({ category: listed, program: 'BSCS' })));
  });
});

describe('a group whose category or program is spelled differently from the list', () => {
  test('matches a filter by any spelling of the list entry, while groups with other entries do not', async ({
    portal,
  }) => {
    await offer(portal, listed);
    const neighbour = await createTestGroup(portal);
    const teams: TestGroup[] = [];
    for (const category of spellings) teams.push(await aTeamSpelled(portal, { category }));
    for (const team of [...teams, neighbour]) {
      await saveTestMarks(team, team.supervisor, { month1: { marks: 5 } });
    }
    const all = teams.map(nameOf).toSorted();
    for (const category of [listed, ...spellings]) {
      expect((await namesOnBoard(portal, { category })).toSorted()).toEqual(all);
      const { marksIn } = await portal.admin.call(findInsights, { query: { category } });
      expect(marksIn.find(({ milestone }) => milestone === 'month1')?.of).toBe(teams.length * 2);
    }
    const { rows } = await portal.admin.call(findSpread, { query: { by: 'category' } });
    expect(rows.map(({ marks }) => marks).toSorted()).toEqual([1, teams.length]);
  });

  test('keeps its spelling when other fields change, but adopts the spelling of the list when the entry is chosen', async ({
    portal,
  }) => {
    await offer(portal, listed);
    for (const category of spellings) {
      const team = await aTeamSpelled(portal, { category });
      const { groupId } = team;
      const group = await team.read();
      const edit = (body: object) => portal.admin.call(updateGroup, { params: { groupId }, body });
      const reply = await edit({ ...group, fypTitle: 'Another title' });
      expect(reply.group).toMatchObject({ fypTitle: 'Another title', fypCategory: category });
      expect((await edit({ fypCategory: 'IOT' })).group.fypCategory).toBe('IOT');
      expect((await edit({ fypCategory: category })).group.fypCategory).toBe(listed);
      const refused = await expectRefusal(portal, portal.admin, updateGroup, {
        params: { groupId },
        body: { fypCategory: 'Réseau Sud' },
      });
      expect(refused.fields?.fypCategory).toContain('“Réseau Sud” isn’t in the list.');
    }
  });

  test('is still treated as part of its program in lists, deadlines and announcements', async ({
    portal,
  }) => {
    const team = await aTeamSpelled(portal, { program: 'bscs' });
    const neighbour = await createTestGroup(portal, { program: 'BSSE' });
    const edit = await buildSettingChange(portal, 'deadlines', (list) => {
      for (const deadline of list) deadline.programs = ['BSCS'];
    });
    await portal.admin.call(saveSetting, edit);
    const query = { program: 'BSCS' };
    expect(await namesOnBoard(portal, query)).toEqual([nameOf(team)]);
    const { rows } = await portal.admin.call(listCertificates, { query });
    expect(new Set(rows.map(({ groupId }) => groupId))).toEqual(new Set([team.groupId]));
    const awards = await readExportedRecords(portal, exportAwards, query);
    expect(awards).toHaveLength(2);
    const submissionsOf = async ({ groupId }: TestGroup) =>
      (await portal.admin.call(listSubmissions, { params: { groupId } })).submissions.length;
    expect([await submissionsOf(team), await submissionsOf(neighbour)]).toEqual([9, 0]);
    const audience = { to: 'programs' as const, programs: ['BSCS'] };
    const { preview } = await portal.admin.call(addAnnouncement, {
      body: {
        ...announcementDraft,
        cohort: portal.content.current.code,
        audience,
        roles: ['student'],
        dryRun: true,
      },
    });
    expect(preview?.recipients.map(({ email }) => email).toSorted()).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
  });
});
