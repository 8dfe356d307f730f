import { describe, expect } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { listChanges } from '#contract/history.ts';
import {
  type EntryInUse,
  type ReferencedList,
  referencedLists,
} from '#contract/rules/entries-in-use.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import { listSettingVersions, saveSetting } from '#contract/settings/settings.ts';
import { findSetup } from '#contract/setup.ts';
import { buildSettingChange, readSetting } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { defineTestOutcomes } from '#server/test/records/outcomes.ts';
import { removeMilestone } from '#server/test/records/scheme-changes.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { findEntriesInUse } from './find-entries-in-use.ts';
import { type LinkedSettings, listEntries, references } from './references.ts';

const thesis = 'thesis-and-sim-report-soft-copies';

async function readLinked(portal: Portal): Promise<LinkedSettings> {
  const read = async <Name extends keyof LinkedSettings>(name: Name) =>
    (await readSetting(portal, name)).value as LinkedSettings[Name];
  return {
    choices: await read('choices'),
    categories: await read('categories'),
    deadlines: await read('deadlines'),
    scheme: await read('scheme'),
    outcomes: await read('outcomes'),
    courses: await read('courses'),
  };
}

/** The change that removes an entry which the sample department uses, with its uses. */
const removals = {
  programs: {
    build: async (portal) => {
      const limit = await buildSettingChange(portal, 'deadlines', (deadlines) => {
        getItemAt(deadlines, 1).programs = ['BSAI', 'BSCS'];
        getItemAt(deadlines, 6).programs = ['BSCS'];
      });
      await portal.admin.call(saveSetting, limit);
      return buildSettingChange(portal, 'choices', ({ programs }) => {
        programs.splice(0, 1);
      });
    },
    uses: ['Deadline “November Monthly Report”', 'Deadline “Thesis and Sim-report soft copies”'],
  },
  categories: {
    build: (portal) =>
      buildSettingChange(portal, 'choices', ({ categories }) => {
        categories.splice(0, 1);
      }),
    uses: ['Category card “Web Development”'],
  },
  supervisors: {
    build: (portal) =>
      buildSettingChange(portal, 'choices', ({ supervisors }) => {
        supervisors.splice(3, 1);
      }),
    uses: ['Category card “App Development”', 'Category card “IoT and Networking”'],
  },
  deadlines: {
    build: (portal) =>
      buildSettingChange(portal, 'deadlines', (deadlines) => {
        deadlines.splice(6, 1);
      }),
    uses: ['Milestone “Similarity report”', 'Milestone “Thesis”'],
  },
  milestones: {
    build: async (portal) => {
      await defineTestOutcomes(portal);
      return buildSettingChange(portal, 'scheme', removeMilestone('progressReport'));
    },
    uses: ['Course learning outcome CLO2'],
  },
  certificates: {
    build: (portal) =>
      buildSettingChange(portal, 'courses', ({ rule }) => {
        rule.mandatory.splice(2, 1);
      }),
    uses: [
      'Course “Writing in the Sciences”',
      'Course “How to Write and Publish a Scientific Paper”',
      'Course “Introduction to Research for Essay Writing”',
      'Course “Project: Writing a Research Paper”',
    ],
  },
} satisfies Record<ReferencedList, { build: (portal: Portal) => unknown; uses: string[] }>;

const decide = (
  entries: readonly EntryInUse[],
  replace: (entry: EntryInUse) => string | null = () => null,
) =>
  entries.map((entry) => ({
    list: entry.list,
    value: entry.value,
    uses: entry.uses,
    replacement: replace(entry),
  }));

async function refuse(portal: Portal, change: Awaited<ReturnType<typeof buildSettingChange>>) {
  const refusal = await expectRefusal(portal, portal.admin, saveSetting, change);
  expect([refusal.status, refusal.code]).toEqual([409, 'entries-in-use']);
  return refusal.inUse ?? [];
}

const listDangling = async (portal: Portal, list: ReferencedList, value: string) => {
  const settings = await readLinked(portal);
  return references
    .filter((reference) => reference.list === list)
    .flatMap(({ listUses }) => listUses(settings).filter((use) => use.value === value));
};

describe('an entry that other settings refer to', () => {
  test.for(referencedLists)(
    'can be removed from the list of %s in a single confirmed save, which names every place first',
    async (list, { portal }) => {
      const change = await removals[list].build(portal);
      const inUse = await refuse(portal, change);
      expect(inUse).toMatchObject([{ list, uses: removals[list].uses }]);
      const { value, replacements } = getItemAt(inUse, 0);
      expect(replacements.length).toBeGreaterThan(0);
      expect(replacements.map((entry) => entry.value)).not.toContain(value);
      const body = { ...change.body, removed: decide(inUse) };
      await portal.admin.call(saveSetting, { ...change, body });
      const after = await readLinked(portal);
      expect(listEntries[list](after).map((entry) => entry.value)).not.toContain(value);
      expect(await listDangling(portal, list, value)).toEqual([]);
      expect(findEntriesInUse(after, after, () => [])).toEqual([]);
    },
  );

  test.for(referencedLists)(
    'can be replaced everywhere when it is removed from the list of %s',
    async (list, { portal }) => {
      const change = await removals[list].build(portal);
      const inUse = await refuse(portal, change);
      const { value, replacements } = getItemAt(inUse, 0);
      const replacement = getItemAt(replacements, replacements.length - 1).value;
      const before = (await listDangling(portal, list, value)).length;
      const body = { ...change.body, removed: decide(inUse, () => replacement) };
      await portal.admin.call(saveSetting, { ...change, body });
      expect(await listDangling(portal, list, value)).toEqual([]);
      expect((await listDangling(portal, list, replacement)).length).toBeGreaterThanOrEqual(before);
    },
  );

  test('is refused again, and names the new use, if another admin uses the entry after the first refusal', async ({
    portal,
  }) => {
    const change = await removals.supervisors.build(portal);
    const removed = decide(await refuse(portal, change));
    const other = await buildSettingChange(portal, 'categories', (cards) => {
      getItemAt(cards, 0).supervisors.push('Dr. Usman Tariq');
    });
    await portal.admin.call(saveSetting, other);
    const inUse = await refuse(portal, { ...change, body: { ...change.body, removed } as never });
    expect(inUse[0]?.uses).toEqual([
      'Category card “Web Development”',
      ...removals.supervisors.uses,
    ]);
    const body = { ...change.body, removed: decide(inUse) };
    await portal.admin.call(saveSetting, { ...change, body });
    expect(portal.content.current.categories[0]?.supervisors).not.toContain('Dr. Usman Tariq');
  });

  test('cannot be replaced with an entry that is not in the list', async ({ portal }) => {
    const change = await removals.categories.build(portal);
    const removed = decide(await refuse(portal, change), () => 'Robotics');
    const body = { ...change.body, removed };
    const refusal = await expectRefusal(portal, portal.admin, saveSetting, { ...change, body });
    expect(refusal.fields?.removed).toBe(
      '“Robotics” can’t replace “Web Development”, because it isn’t in the list. Choose one from the list.',
    );
  });

  test('is saved by only one of two admins who confirm at the same moment', async ({ portal }) => {
    const change = await removals.categories.build(portal);
    const body = { ...change.body, removed: decide(await refuse(portal, change)) };
    const results = await Promise.allSettled(
      [1, 2].map(() => portal.admin.call(saveSetting, { ...change, body })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await readSetting(portal, 'categories')).version).toBe(2);
  });
});

describe('the audit entry about a removed entry', () => {
  test('names a deadline by its title, although settings refer to its id', async ({ portal }) => {
    const change = await removals.deadlines.build(portal);
    const inUse = await refuse(portal, change);
    const body = { ...change.body, removed: decide(inUse) };
    await portal.admin.call(saveSetting, { ...change, body });
    const { entries } = await portal.admin.call(listAudit, {
      query: { action: 'setting-changed' },
    });
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Marking scheme: follows “Deadlines”',
      'Deadlines: “Thesis and Sim-report soft copies” removed everywhere',
    ]);
  });
});

describe('removing the last reference', () => {
  test('removes a card without a remaining category, and a deadline without a remaining program together with its link to a milestone', async ({
    portal,
  }) => {
    const change = await removals.programs.build(portal);
    change.body.value.categories.splice(0, 1);
    const inUse = await refuse(portal, change);
    expect(inUse.map(({ value }) => value)).toEqual(['BSCS', 'Web Development']);
    const body = { ...change.body, removed: decide(inUse) };
    const { message } = await portal.admin.call(saveSetting, { ...change, body });
    expect(message).toBe(
      'Programs, categories and supervisors saved. Changed with it: Category cards, Deadlines, Marking scheme.',
    );
    const { categories, deadlines, scheme } = portal.content.current;
    expect(categories.map(({ title }) => title)).toEqual([
      'App Development',
      'Artificial Intelligence',
      'IoT and Networking',
    ]);
    expect(deadlines.map(({ _id }) => _id)).not.toContain(thesis);
    expect(deadlines[1]?.programs).toEqual(['BSAI']);
    expect(findMilestone(scheme, 'thesis')?.deadline).toBeUndefined();
    expect(findMilestone(scheme, 'proposal')?.deadline).toBe('proposal-certificate-submission');
  });

  test('is refused if the cohort would then have no deadline', async ({ portal }) => {
    const limit = await buildSettingChange(portal, 'deadlines', (deadlines) => {
      for (const deadline of deadlines) deadline.programs = ['BSIT'];
    });
    await portal.admin.call(saveSetting, limit);
    const change = await buildSettingChange(portal, 'choices', ({ programs }) => programs.pop());
    const body = { ...change.body, removed: decide(await refuse(portal, change)) };
    const refusal = await expectRefusal(portal, portal.admin, saveSetting, { ...change, body });
    expect(refusal.message).toContain('every deadline is only for the programs that you removed');
  });
});

describe('a setting that was changed together with another one', () => {
  test('is still to be checked in the setup if nobody has edited it, and stays done if an admin has', async ({
    portal,
  }) => {
    const done = async () => {
      const { steps } = await portal.admin.call(findSetup);
      return steps.filter(({ isDone }) => isDone).map(({ name }) => name);
    };
    const change = await removals.programs.build(portal);
    const body = { ...change.body, removed: decide(await refuse(portal, change)) };
    const { message } = await portal.admin.call(saveSetting, { ...change, body });
    expect(message).toContain('Deadlines, Marking scheme.');
    expect(await done()).toEqual(['choices', 'deadlines']);
    const { versions } = await portal.admin.call(listSettingVersions, {
      params: { name: 'scheme' },
    });
    expect(versions.map(({ version, changedBy }) => [version, changedBy])).toEqual([
      [2, null],
      [1, null],
    ]);
    const entries = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'setting-changed')
      .where('actor_id', 'is', null)
      .execute();
    expect(entries).toEqual([]);
  });
});

describe('a renamed entry', () => {
  test('is suggested as the replacement, and its groups and cards follow it while other groups stay', async ({
    portal,
  }) => {
    const group = await createTestGroup(portal, { program: 'BSSE', category: 'IOT' });
    const neighbour = await createTestGroup(portal, { program: 'BSCS', category: 'Networking' });
    const change = await buildSettingChange(portal, 'choices', ({ programs, categories }) => {
      getItemAt(programs, 1).value = 'BSEE';
      categories.splice(2, 1, 'Internet of Things');
    });
    const inUse = await refuse(portal, change);
    expect(inUse).toMatchObject([
      {
        list: 'programs',
        value: 'BSSE',
        label: 'BS Software Engineering (BSSE)',
        uses: ['1 group'],
        suggestion: 'BSEE',
      },
      {
        list: 'categories',
        value: 'IOT',
        uses: ['Category card “IoT and Networking”', '1 group'],
        suggestion: 'Internet of Things',
      },
    ]);
    const body = { ...change.body, removed: decide(inUse, ({ suggestion }) => suggestion) };
    const { message } = await portal.admin.call(saveSetting, { ...change, body });
    expect(message).toContain('Changed with it: Category cards, 2 groups.');
    expect(await group.read()).toMatchObject({
      program: 'BSEE',
      fypCategory: 'Internet of Things',
      fypGroupName: group.group.fypGroupName,
    });
    expect(await neighbour.read()).toMatchObject({ program: 'BSCS', fypCategory: 'Networking' });
    expect(portal.content.current.categories[3]?.options).toEqual([
      'Internet of Things',
      'Networking',
    ]);
    const { changes } = await portal.admin.call(listChanges, {
      params: { groupId: group.groupId },
    });
    expect(changes.slice(0, 2)).toMatchObject([
      { field: 'category', from: 'IOT', to: 'Internet of Things' },
      { field: 'program', from: 'BSSE', to: 'BSEE' },
    ]);
    const { entries } = await portal.admin.call(listAudit, {
      query: { action: 'setting-changed' },
    });
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Category cards: follows “Programs, categories and supervisors”',
      'Programs, categories and supervisors: “BSSE” replaced by “BSEE”; “IOT” replaced by “Internet of Things”',
    ]);
  });

  test('leaves groups with the former program unchanged if the admin removes it instead', async ({
    portal,
  }) => {
    const group = await createTestGroup(portal, { program: 'BSIT' });
    const change = await buildSettingChange(portal, 'choices', ({ programs }) => programs.pop());
    const body = { ...change.body, removed: decide(await refuse(portal, change)) };
    await portal.admin.call(saveSetting, { ...change, body });
    expect((await group.read()).program).toBe('BSIT');
  });

  test('never changes who supervises a group', async ({ portal }) => {
    const change = await buildSettingChange(portal, 'choices', ({ supervisors }) => {
      supervisors.splice(0, 1, 'Dr. Samina R. Khan');
    });
    const group = await createTestGroup(portal, { supervisor: 'Dr. Samina Rafiq' });
    const inUse = await refuse(portal, change);
    expect(inUse).toMatchObject([
      { uses: ['Category card “Web Development”'], suggestion: 'Dr. Samina R. Khan' },
    ]);
    const body = { ...change.body, removed: decide(inUse, ({ suggestion }) => suggestion) };
    await portal.admin.call(saveSetting, { ...change, body });
    expect(portal.content.current.categories[0]?.supervisors[0]).toBe('Dr. Samina R. Khan');
    expect((await group.read()).supervisor).toBe('Dr. Samina Rafiq');
  });
});
