import { updateGroup } from '#contract/admin.ts';
import type { Role } from '#contract/endpoint.ts';
import { FullGroup, findGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/proposals.ts';
import type { Place } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, aProposal, emailOf } from '#tools/test/people.ts';
import { addPerson } from '#trust/lib/add-person.ts';
import { type InProcess, openInProcess } from '#trust/lib/in-process.ts';
import { Random } from '#trust/lib/random.ts';
import { checkEnd } from './check-end.ts';
import { checkStep, type Faults, noFaults } from './check-step.ts';
import { Model } from './model.ts';
import { cellsIn, planSave, type Sent, send, type Tab } from './tabs.ts';

type EditingFigures = Faults & {
  /** Cells sent in saves. */
  edits: number;
  saves: number;
  /** Saves refused because somebody else had changed one of their cells: all of them rightly so. */
  conflicts: number;
  errors: string[];
};

/** A group's history grows with each edit: after so many of them the ten go on with other groups. */
const editsPerGroup = 1500;
type People = Awaited<ReturnType<typeof tenPeople>>;

/** Ten people edit the same four groups at once, until `size` cells were sent, and each answer is held against a model. */
export async function runEditing(
  place: Place,
  { size, seed, onRound }: { size: number; seed: number; onRound?: (edits: number) => void },
): Promise<EditingFigures> {
  const portal = await openInProcess(place);
  const figures: EditingFigures = {
    edits: 0,
    saves: 0,
    conflicts: 0,
    errors: portal.logged,
    ...noFaults(),
  };
  try {
    const people = await tenPeople(portal);
    const random = new Random(seed);
    while (figures.edits < size) {
      const share = Math.min(editsPerGroup, Math.ceil((size - figures.edits) / 4));
      // Each group has numbers of its own, so that their order at once does not matter.
      const seeds = people.supervisors.map(() => random.whole(0, 2 ** 30));
      await Promise.all(
        seeds.map((own, index) =>
          editGroup(portal, people, index, new Random(own), share, figures),
        ),
      );
      onRound?.(figures.edits);
    }
  } finally {
    await portal.close();
  }
  return figures;
}

async function somebody({ db, url }: InProcess, role: Role, name: string) {
  const person = await addPerson(db, role, { name });
  return { ...person, caller: new Caller(url, person.token) };
}

/** Four supervisors, four external examiners and two admins. */
async function tenPeople(portal: InProcess) {
  const several = (role: 'admin' | 'faculty' | 'student', first: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => somebody(portal, role, aName(first))));
  return {
    supervisors: await several('faculty', 'Supervisor', 4),
    examiners: await several('faculty', 'Examiner', 4),
    admins: await several('admin', 'Admin', 2),
  };
}

async function editGroup(
  portal: InProcess,
  people: People,
  index: number,
  random: Random,
  size: number,
  figures: EditingFigures,
) {
  const { groupId, tabs, reload } = await openGroup(portal, people, index);
  const model = new Model();
  let tags = 0;
  const tag = () => {
    tags += 1;
    return `Feedback ${index}.${tags}`;
  };
  let edits = 0;
  while (edits < size) {
    const busy = random.some(tabs).slice(0, random.whole(1, 4));
    const sent = await Promise.all(
      busy.map(async (tab): Promise<Sent> => {
        const plan = planSave(tab, random, tag);
        edits += plan.save.edits.length;
        figures.saves += 1;
        return send(tab, plan);
      }),
    );
    for (const [at, tab] of busy.entries()) takeOver(tab, sent[at], random);
    figures.conflicts += checkStep(model, sent, figures);
    for (const tab of tabs) if (random.next() < 0.1) await reload(tab);
  }
  figures.edits += edits;
  await checkEnd(portal.db, groupId, model, figures);
}

/** What a tab knows after an answer. Some pages are left as they were, and grow stale. */
function takeOver(tab: Tab, sent: Sent | undefined, random: Random) {
  if (!sent || random.next() < 0.2) return;
  const { answer } = sent;
  if ('cells' in answer) {
    tab.read = answer.cells;
    return;
  }
  for (const { cell, values, revision } of answer.conflicts)
    tab.read.set(cell, { values, revision });
}

/** A new group of three, open in a tab of its supervisor and its examiner and in two of each admin. */
async function openGroup(
  portal: InProcess,
  { supervisors, examiners, admins }: People,
  index: number,
) {
  const [supervisor, examiner] = [supervisors[index], examiners[index]];
  if (!supervisor || !examiner) throw new Error(`Nobody marks group ${index}.`);
  const student = await somebody(portal, 'student', aName('Student'));
  const mates = ['Mate', 'Mate'].map((first) => {
    const name = aName(first);
    return { name, email: emailOf(name) };
  });
  const { groupId } = await student.caller.call(submitProposal, {
    body: aProposal([student, ...mates], { supervisor: supervisor.name }),
  });
  const [admin] = admins;
  await admin?.caller.call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: examiner.name },
  });
  const reload = async (tab: Tab) => {
    const reply = await tab.caller.call(findGroup, { params: { email: student.email } });
    const group = FullGroup.parse(reply.group);
    tab.read = cellsIn(group);
    tab.memberIds = group.fypGroupMembers.map(({ _id }) => _id);
  };
  const everything = ['Semester 7', 'Semester 8', 'External Viva'] as const;
  const tabs = [
    ...[supervisor, supervisor].map((who) => ({
      who,
      semesters: ['Semester 7', 'Semester 8'] as const,
    })),
    { who: examiner, semesters: ['External Viva'] as const },
    ...[...admins, ...admins].map((who) => ({ who, semesters: everything })),
  ].map(
    ({ who, semesters }): Tab => ({
      name: who.name,
      caller: who.caller,
      semesters,
      groupId,
      memberIds: [],
      read: new Map(),
    }),
  );
  for (const tab of tabs) await reload(tab);
  return { groupId, tabs, reload };
}
