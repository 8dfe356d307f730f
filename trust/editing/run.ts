import { FullGroup, findGroup } from '#contract/groups.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { createUniqueName } from '#tools/test/people.ts';
import { type Account, addAccount, addGroup } from '#trust/lib/fixtures.ts';
import type { RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { type InProcessPortal, openInProcessPortal } from '#trust/lib/processes/in-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { checkConcurrentSaves, checkFinalState } from './check.ts';
import { GroupCellsModel } from './model.ts';
import {
  buildRandomSave,
  type EditingTab,
  readGroupCells,
  type SaveResult,
  sendSave,
} from './tabs.ts';

/** Edits per group, after which the run continues with new groups: the checks become slower as the history grows. */
const editsPerGroup = 1500;
const groupCount = 4;

type Staff = { supervisor: Account; examiner: Account; admins: [Account, Account] };

/** Saves random marks in four groups at once from simulated browser tabs. Checks each reply against a model. */
export const run: TrustToolRunner = ({ size, database, seed, progress }, report) =>
  withWorkspace({ database, quick: true }, async (workspace) => {
    const portal = await openInProcessPortal(workspace);
    try {
      const add = (role: 'admin' | 'faculty', first: string) =>
        addAccount(portal.db, role, { name: createUniqueName(first) });
      const admins: Staff['admins'] = [await add('admin', 'Admin'), await add('admin', 'Admin')];
      const staffOfGroups: Staff[] = [];
      while (staffOfGroups.length < groupCount) {
        const supervisor = await add('faculty', 'Supervisor');
        staffOfGroups.push({ supervisor, examiner: await add('faculty', 'Examiner'), admins });
      }
      const random = new SeededRandom(seed);
      while (report.getFigure('edits') < size) {
        const editsEach = Math.min(
          editsPerGroup,
          Math.ceil((size - report.getFigure('edits')) / groupCount),
        );
        // A shared random generator would make the edits of one group depend on the timing of the other groups.
        await Promise.all(
          staffOfGroups.map((staff, index) => {
            const groupRandom = new SeededRandom(random.whole(0, 2 ** 30));
            const options = { random: groupRandom, size: editsEach, report };
            return editGroup(portal, staff, index, options);
          }),
        );
        progress?.(`${report.getFigure('edits')} edits`);
      }
    } finally {
      await portal.close();
    }
    report.addViolations(...portal.logged.map((line) => `logged: ${line}`));
    report.count(
      'saves that went through',
      report.getFigure('saves') - report.getFigure('conflicts'),
    );
    report.requireAtLeast({
      edits: size,
      conflicts: size / 200,
      'saves that went through': size / 200,
    });
  });

async function editGroup(
  portal: InProcessPortal,
  staff: Staff,
  index: number,
  { random, size, report }: { random: SeededRandom; size: number; report: RunReport },
) {
  const { groupId, tabs, reload } = await openGroup(portal, staff);
  const model = new GroupCellsModel();
  let tags = 0;
  const tag = () => {
    tags += 1;
    return `Feedback ${index}.${tags}`;
  };
  let edits = 0;
  while (edits < size) {
    const activeTabs = random.sample(tabs).slice(0, random.whole(1, 4));
    const plans = activeTabs.map((tab) => buildRandomSave(tab, random, tag));
    const sent = await Promise.all(
      plans.map((plan, at) => sendSave(activeTabs[at] as EditingTab, plan)),
    );
    for (const { save } of plans) edits += save.edits.length;
    report.count('saves', plans.length);
    for (const [at, tab] of activeTabs.entries()) updateTab(tab, sent[at], random);
    const { conflicts, violations } = checkConcurrentSaves(model, sent);
    report.count('conflicts', conflicts);
    report.addViolations(...violations);
    for (const tab of tabs) if (random.next() < 0.1) await reload(tab);
  }
  report.count('edits', edits);
  report.addViolations(...(await checkFinalState(portal.db, groupId, model)));
}

/** Updates the tab from a reply. Randomly skips some updates, so that the tab becomes stale. */
function updateTab(tab: EditingTab, sent: SaveResult | undefined, random: SeededRandom) {
  if (!sent || random.next() < 0.2) return;
  const { reply } = sent;
  if ('cells' in reply) {
    tab.read = reply.cells;
    return;
  }
  for (const { cell, values, revision } of reply.conflicts)
    tab.read.set(cell, { values, revision });
}

async function openGroup({ db, url }: InProcessPortal, staff: Staff) {
  const { supervisor, examiner, admins } = staff;
  const options = { members: 3, supervisor, examiner, admin: admins[0] };
  const { groupId, memberIds, student } = await addGroup(db, url, options);
  const reload = async (tab: EditingTab) => {
    const { group } = await tab.caller.call(findGroup, { params: { email: student.email } });
    tab.read = readGroupCells(FullGroup.parse(group));
  };
  const open = ({ name, token }: Account, ...semesters: EditingTab['semesters']): EditingTab => ({
    name,
    caller: new ApiCaller(url, token),
    semesters,
    groupId,
    memberIds,
    read: new Map(),
  });
  const tabs = [
    ...[supervisor, supervisor].map((account) => open(account, 'Semester 7', 'Semester 8')),
    open(examiner, 'External Viva'),
    ...[...admins, ...admins].map((account) =>
      open(account, 'Semester 7', 'Semester 8', 'External Viva'),
    ),
  ];
  for (const tab of tabs) await reload(tab);
  return { groupId, tabs, reload };
}
