import { describe, expect } from 'vitest';
import { listViews, saveView, sendReminders } from '#contract/board.ts';
import { uploadDocument } from '#contract/documents.ts';
import { listChanges } from '#contract/history.ts';
import { addCertificate, findCertificates } from '#contract/students/certificates.ts';
import { askExtension, listSubmissions, setGroupDeadlines } from '#contract/submissions.ts';
import { sendReminders as sendDueReminders } from '#server/submissions/send-reminders.ts';
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
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

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
const agree = (
  { portal, team, id }: Scene,
  change: { to: 'excused' } | { to: 'date'; due: string },
) =>
  portal.admin.call(setGroupDeadlines, {
    params: { deadlineId: id },
    body: { groupIds: [team.groupId], change, reason: 'Illness.', dryRun: false },
  });
const countRows = async (
  { portal, id }: Scene,
  table: 'reminders' | 'board_reminders',
): Promise<number> =>
  (await portal.db.selectFrom(table).selectAll().where('deadline_id', '=', id).execute()).length;
const remind = ({ portal, team, id }: Scene, dryRun: boolean) =>
  portal.admin.call(sendReminders, {
    body: { groupIds: [team.groupId], deadlineId: id, dryRun, text: '' },
  });
const askForThesis = ({ portal, id }: Scene) =>
  saveSettingEntries(portal, settingEntryLists.deadlines, (all) => {
    for (const entry of all) if (getEntryId(entry) === id) entry.documents = ['thesis'];
  });
const certificate = ({ team }: Scene, more: object) =>
  team.student.caller.call(addCertificate, {
    params: { groupId: team.groupId },
    body: { title: 'A certificate', provider: '', countsFor: 'optional', ...more },
  });
const certificates = ({ team }: Scene) =>
  team.student.caller.call(findCertificates, { params: { groupId: team.groupId } });

/** Records that refer to a list entry by id. The first function stores the record, the second reads its effects. */
const records: [
  string,
  Kind,
  (scene: Scene) => Promise<unknown>,
  (scene: Scene) => Promise<unknown>,
][] = [
  ['an excuse', 'deadlines', (scene) => agree(scene, { to: 'excused' }), computeSubmission],
  [
    'an extension',
    'deadlines',
    (scene) => agree(scene, { to: 'date', due: '2027-04-01T10:00:00.000Z' }),
    computeSubmission,
  ],
  [
    'a file',
    'deadlines',
    ({ team: { student }, id }) =>
      student.caller.call(uploadDocument, {
        params: { kind: 'report', email: student.email },
        query: { deadline: id },
        body: { file: toFile(buildPdf({ title: 'Report' }), 'report.pdf') },
      }),
    computeSubmission,
  ],
  [
    'a version of the thesis',
    'deadlines',
    async (scene) => {
      await askForThesis(scene);
      const { student } = scene.team;
      await student.caller.call(uploadDocument, {
        params: { kind: 'thesis', email: student.email },
        query: { deadline: scene.id },
        body: { file: toFile(buildPdf({ title: 'Thesis' }), 'thesis.pdf') },
      });
    },
    async (scene) => {
      await askForThesis(scene);
      return computeSubmission(scene);
    },
  ],
  [
    'an extension request',
    'deadlines',
    ({ team, id }) =>
      team.student.caller.call(askExtension, {
        params: { groupId: team.groupId },
        body: { deadlineId: id, askedDue: '2027-04-01T10:00:00.000Z', reason: 'Illness.' },
      }),
    computeSubmission,
  ],
  [
    'an automatic reminder',
    'deadlines',
    ({ portal }) =>
      sendDueReminders({ ...portal, clock: () => new Date('2027-03-13T10:00:00.000Z') }),
    (scene) => countRows(scene, 'reminders'),
  ],
  [
    'a reminder sent by hand',
    'deadlines',
    (scene) => remind(scene, false),
    async (scene) => (await remind(scene, true)).groups.map(({ skipped }) => skipped),
  ],
  [
    'a saved view',
    'deadlines',
    ({ portal, id }) =>
      portal.admin.call(saveView, { body: { name: 'Missing', search: `deadline=${id}` } }),
    async ({ portal, id }) =>
      (await portal.admin.call(listViews)).views.filter(({ search }) => search.includes(id)),
  ],
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
  [
    'a certificate listed for it',
    'mandatory certificates',
    (scene) => certificate(scene, { countsFor: scene.id }),
    async (scene) => {
      const { members } = await certificates(scene);
      return members[0]?.sentence?.includes(`${scene.title} is missing`);
    },
  ],
  [
    'a certificate picked from it',
    'courses',
    (scene) => certificate(scene, { courseId: scene.id }),
    async (scene) =>
      (await certificates(scene)).own?.entries.filter(({ courseId }) => courseId === scene.id),
  ],
  [
    'an answer of a proposal',
    'eligibility questions',
    async ({ portal, id }) => {
      const eligibility = { asGroup: 'yes', moreThanThree: 'no', feeProofs: 'yes', [id]: 'yes' };
      await createTestGroup(portal, { eligibility } as never);
    },
    async ({ portal, id }) => {
      const rows = await portal.db.selectFrom('groups').select('eligibility').execute();
      return rows.filter(({ eligibility }) => eligibility?.includes(id)).length;
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
