import { FullGroup, findGroup } from '#contract/groups.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName } from '#tools/test/people.ts';
import { type Account, addAccount, addGroup } from '#trust/lib/fixtures.ts';
import { type InProcess, openInProcess } from '#trust/lib/in-process.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { Random } from '#trust/lib/random.ts';
import { checkEnd, checkStep } from './check.ts';
import { Model } from './model.ts';
import { cellsIn, planSave, type Sent, send, type Tab } from './tabs.ts';

/** A group's history grows with each edit: after so many of them the ten go on with other groups. */
const editsPerGroup = 1500;
const groupCount = 4;

type Staff = { supervisors: Account[]; examiners: Account[]; admins: Account[] };

/** Ten people edit the same four groups at once, until `size` cells were sent, and each reply is held against a model. */
export const run: Run = ({ size, database, seed, progress }, report) =>
  inNewPlace({ database, quick: true }, async (place) => {
    const portal = await openInProcess(place);
    try {
      const several = (role: 'admin' | 'faculty', first: string, count: number) =>
        Promise.all(
          Array.from({ length: count }, () => addAccount(portal.db, role, { name: aName(first) })),
        );
      const staff = {
        supervisors: await several('faculty', 'Supervisor', groupCount),
        examiners: await several('faculty', 'Examiner', groupCount),
        admins: await several('admin', 'Admin', 2),
      };
      const random = new Random(seed);
      while (report.of('edits') < size) {
        const share = Math.min(editsPerGroup, Math.ceil((size - report.of('edits')) / groupCount));
        // Each group has numbers of its own, so that their order at once does not matter.
        const seeds = staff.supervisors.map(() => random.whole(0, 2 ** 30));
        await Promise.all(
          seeds.map((own, index) =>
            editGroup(portal, staff, index, new Random(own), share, report),
          ),
        );
        progress?.(`${report.of('edits')} edits`);
      }
    } finally {
      await portal.close();
    }
    report.violate(...portal.logged.map((line) => `logged: ${line}`));
    report.count('saves that went through', report.of('saves') - report.of('conflicts'));
    // Without conflicts and without saves that go through, nothing would be proven.
    report.requireAtLeast({
      edits: size,
      conflicts: size / 200,
      'saves that went through': size / 200,
    });
  });

async function editGroup(
  portal: InProcess,
  staff: Staff,
  index: number,
  random: Random,
  size: number,
  report: Report,
) {
  const { groupId, tabs, reload } = await openGroup(portal, staff, index);
  const model = new Model();
  let tags = 0;
  const tag = () => {
    tags += 1;
    return `Feedback ${index}.${tags}`;
  };
  let edits = 0;
  while (edits < size) {
    const busy = random.some(tabs).slice(0, random.whole(1, 4));
    const plans = busy.map((tab) => planSave(tab, random, tag));
    const sent = await Promise.all(plans.map((plan, at) => send(busy[at] as Tab, plan)));
    for (const { save } of plans) edits += save.edits.length;
    report.count('saves', plans.length);
    for (const [at, tab] of busy.entries()) takeOver(tab, sent[at], random);
    const { conflicts, violations } = checkStep(model, sent);
    report.count('conflicts', conflicts);
    report.violate(...violations);
    for (const tab of tabs) if (random.next() < 0.1) await reload(tab);
  }
  report.count('edits', edits);
  report.violate(...(await checkEnd(portal.db, groupId, model)));
}

/** What a tab knows after a reply. Some pages are left as they were, and grow stale. */
function takeOver(tab: Tab, sent: Sent | undefined, random: Random) {
  if (!sent || random.next() < 0.2) return;
  const { reply } = sent;
  if ('cells' in reply) {
    tab.read = reply.cells;
    return;
  }
  for (const { cell, values, revision } of reply.conflicts)
    tab.read.set(cell, { values, revision });
}

/** A new group of three, open in two tabs of its supervisor, one of its examiner and two of each admin. */
async function openGroup({ db, url }: InProcess, staff: Staff, index: number) {
  const [supervisor, examiner, admin] = [
    staff.supervisors[index],
    staff.examiners[index],
    staff.admins[0],
  ];
  if (!supervisor || !examiner || !admin) throw new Error(`Nobody marks group ${index}.`);
  const fixture = await addGroup(db, url, { members: 3, supervisor, examiner, admin });
  const { groupId, memberIds, student } = fixture;
  const reload = async (tab: Tab) => {
    const { group } = await tab.caller.call(findGroup, { params: { email: student.email } });
    tab.read = cellsIn(FullGroup.parse(group));
  };
  const open = ({ name, token }: Account, ...semesters: Tab['semesters']): Tab => ({
    ...{ name, caller: new Caller(url, token), semesters, groupId, memberIds, read: new Map() },
  });
  const tabs = [
    ...[supervisor, supervisor].map((who) => open(who, 'Semester 7', 'Semester 8')),
    open(examiner, 'External Viva'),
    ...[...staff.admins, ...staff.admins].map((who) =>
      open(who, 'Semester 7', 'Semester 8', 'External Viva'),
    ),
  ];
  for (const tab of tabs) await reload(tab);
  return { groupId, tabs, reload };
}
