import { describe, expect } from 'vitest';
import { listChanges } from '#contract/history.ts';
import { listSubmissions, setGroupDeadlines } from '#contract/submissions.ts';
import {
  buildEntriesRequest,
  getEntryId,
  getEntryTitle,
  removeEntry,
  saveSettingEntries,
  settingEntryLists,
} from '#server/test/content/listed-entries.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';

type Scene = { portal: Portal; team: TestGroup; id: string; title: string };
type Kind = keyof typeof settingEntryLists;

const computeSubmission = async ({ portal, team, id }: Scene) => {
  const params = { groupId: team.groupId };
  const { submissions, requests } = await portal.admin.call(listSubmissions, { params });
  const { title, ...submission } =
    submissions.find(({ deadlineId }) => deadlineId === id) ?? ({} as never);
  return {
    ...submission,
    deadlineId: undefined,
    requests: requests.filter((request) => request.deadlineId === id),
  };
};
const excuse = ({ portal, team, id }: Scene) =>
  portal.admin.call(setGroupDeadlines, {
    params: { deadlineId: id },
    body: {
      groupIds: [team.groupId],
      change: { to: 'excused' },
      reason: 'Illness.',
      dryRun: false,
    },
  });

/** Records that refer to a list entry by id. The first function stores the record, the second reads its effects. */
const records: [
  string,
  Kind,
  (scene: Scene) => Promise<unknown>,
  (scene: Scene) => Promise<unknown>,
][] = [
  ['an excuse', 'deadlines', excuse, computeSubmission],
  [
    'a mark and its history',
    'milestones',
    ({ team, id }) =>
      saveTestMarks(team, team.supervisor, { [id]: { marks: 7, feedback: 'Good.' } }),
    async ({ portal, team, id }) => {
      const { changes } = await portal.admin.call(listChanges, {
        params: { groupId: team.groupId },
      });
      const [member] = (await team.read()).fypGroupMembers;
      return [member?.[id as 'proposal'], changes.filter(({ part }) => part === id)];
    },
  ],
];

const title = 'رپورٹ کا مسودہ';

describe('two list entries with the same title', () => {
  test.for(records)(
    'share no records if the first is removed before the second is added: %s of %s',
    async ([, kind, store, read], { portal }) => {
      const list = settingEntryLists[kind];
      const team = await createTestGroup(portal);
      const add = async () => {
        const entries = await saveSettingEntries(portal, list, (all) =>
          all.push(list.create(title)),
        );
        return { portal, team, title, id: getEntryId(entries.at(-1) ?? {}) };
      };
      const removed = await add();
      const before = await read(removed);
      await store(removed);
      expect(await read(removed)).not.toEqual(before);
      await saveSettingEntries(portal, list, removeEntry(removed.id));
      const added = await add();
      expect(added.id).not.toBe(removed.id);
      expect(await read(added)).toEqual(before);
    },
  );

  test('have different ids even if one request removes the first and adds the second', async ({
    portal,
  }) => {
    const list = settingEntryLists.deadlines;
    const [old = {}] = (
      await saveSettingEntries(portal, list, (all) => all.push(list.create(title)))
    ).slice(-1);
    const entries = await saveSettingEntries(portal, list, (all) => {
      removeEntry(getEntryId(old))(all);
      all.push(list.create(title));
    });
    expect(entries.filter((entry) => getEntryTitle(entry) === title).map(getEntryId)).toEqual([
      expect.not.stringMatching(getEntryId(old)),
    ]);
  });

  test('have different ids even if two admins try to add them concurrently', async ({ portal }) => {
    const list = settingEntryLists.deadlines;
    const edits = await Promise.all(
      [1, 2].map(() => buildEntriesRequest(portal, list, (all) => all.push(list.create(title)))),
    );
    const results = await Promise.allSettled(
      edits.map(([endpoint, input]) => portal.admin.call(endpoint as never, input as never)),
    );
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    );
    expect(reasons).toEqual(['stale-version']);
    const entries = await saveSettingEntries(portal, list, (all) => all.push(list.create(title)));
    expect(new Set(entries.map(getEntryId)).size).toBe(entries.length);
  });
});
