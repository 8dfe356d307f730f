import fc from 'fast-check';
import { expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { emailTestGroupMarks, readMarksEmails } from '#server/test/records/marking.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const milestones = { month1: 'Month 1', month2: 'Month 2' } as const;
type Values = { marks: number | null; feedback: string | null };
type Cell = Values & { revision: number };
type Tab = { caller: ApiCaller; read: Map<string, Cell>; lastBody?: object };

const keys = Object.keys(milestones) as (keyof typeof milestones)[];
const member = fc.constantFrom(0, 1);
const tab = fc.constantFrom(0, 1, 2);
const change = fc.record(
  {
    marks: fc.constantFrom(null, 3, 7, 8),
    feedback: fc.constantFrom(null, 'Good.', 'Poor.'),
  },
  { requiredKeys: [] },
);
const aStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      tab,
      member,
      key: fc.constantFrom(...keys),
      change,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('save whole table' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send again' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('email' as const) }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

async function readCells(team: TestGroup): Promise<Map<string, Cell>> {
  const { fypGroupMembers } = await team.read();
  return new Map(
    fypGroupMembers.flatMap((each) =>
      keys.map((key) => [`${each._id} ${key}`, each[key] as Cell] as const),
    ),
  );
}

const valuesOf = ({ marks, feedback }: Values): Values => ({ marks, feedback });

/** Saves marks as a page would. Asserts that a cell is overwritten only if the page had loaded its latest revision. */
async function send(team: TestGroup, page: Tab, body: object, cells: Map<string, Partial<Cell>>) {
  const before = await readCells(team);
  page.lastBody = body;
  try {
    await page.caller.call(saveMarks, { body: body as never });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'mark-changed') throw error;
    expect(await readCells(team)).toEqual(before);
    for (const { memberId, milestone, marks, feedback, revision } of error.details.conflicts ?? [])
      page.read.set(`${memberId} ${milestone}`, { marks, feedback, revision });
    return;
  }
  const after = await readCells(team);
  for (const [name, cell] of after) {
    const old = before.get(name);
    if (!old || cell.revision === old.revision) continue;
    expect(cells.get(name)?.revision).toBe(old.revision);
  }
  page.read = after;
}

const bodyOf = (team: TestGroup, cells: Map<string, Partial<Cell>>) => {
  const marks: Record<string, Record<string, Partial<Cell>>> = {};
  for (const [name, cell] of cells) {
    const [memberId = '', key = ''] = name.split(' ');
    marks[memberId] = { ...marks[memberId], [key]: cell };
  }
  return { semester: 'Semester 7', groupId: team.groupId, marks };
};

function readEmail(text: string): Map<string, Values> {
  return new Map(
    keys.flatMap((key) => {
      const match = new RegExp(`\\n${milestones[key]}: (.*)\\nFeedback: (.*)\\n`).exec(text);
      if (!match) return [];
      const marks = /^(\d+) of 10(?:, corrected from \d+)?$/.exec(match[1] ?? '')?.[1];
      const feedback = match[2] === 'No feedback' ? null : (match[2] ?? null);
      return [[key, { marks: marks === undefined ? null : Number(marks), feedback }] as const];
    }),
  );
}

/** Requests emails for the group, and asserts that each contains only values that have changed since the last email. */
async function email(portal: Portal, team: TestGroup, emailed: Map<string, Values>) {
  portal.wait(1000);
  const { emailIds } = await emailTestGroupMarks(team);
  for (const row of await readMarksEmails(portal)) {
    if (!emailIds.includes(row.id)) continue;
    const entries = [...readEmail(row.text_body)];
    const news = entries.filter(([key, values]) => {
      const last = emailed.get(`${row.member_id} ${key}`) ?? { marks: null, feedback: null };
      return values.marks !== last.marks || values.feedback !== last.feedback;
    });
    expect(entries.length).toBeGreaterThan(0);
    expect(news).toEqual(entries);
    for (const [key, values] of entries) emailed.set(`${row.member_id} ${key}`, values);
  }
}

async function play(portal: Portal, steps: readonly Step[]) {
  const team = await createTestGroup(portal);
  const supervisorCaller = team.supervisor.caller;
  const tabs: Tab[] = [];
  for (const caller of [supervisorCaller, supervisorCaller, portal.admin])
    tabs.push({ caller, read: await readCells(team) });
  const emailed = new Map<string, Values>();
  for (const step of steps) {
    if (step.do === 'email') {
      await email(portal, team, emailed);
      continue;
    }
    const page = getItemAt(tabs, step.tab);
    if (step.do === 'reload') page.read = await readCells(team);
    if (step.do === 'save') {
      const name = `${getItemAt(team.ids, step.member)} ${step.key}`;
      const { revision = 0 } = page.read.get(name) ?? {};
      const cells = new Map([[name, { ...step.change, revision } as Partial<Cell>]]);
      await send(team, page, bodyOf(team, cells), cells);
    }
    if (step.do === 'save whole table') {
      const before = await readCells(team);
      await send(team, page, bodyOf(team, page.read), page.read);
      expect(await readCells(team)).toEqual(before);
    }
    if (step.do === 'send again' && page.lastBody) {
      const sent = (page.lastBody as { marks: Record<string, Record<string, Cell>> }).marks;
      const cells = Object.entries(sent).flatMap(([id, entries]) =>
        Object.entries(entries).map(([key, cell]) => [`${id} ${key}`, cell] as const),
      );
      await send(team, page, page.lastBody, new Map(cells));
    }
  }
  await email(portal, team, emailed);
  for (const [name, cell] of await readCells(team)) {
    expect(emailed.get(name) ?? { marks: null, feedback: null }).toEqual(valuesOf(cell));
  }
  expect((await emailTestGroupMarks(team)).queued).toBe(0);
}

test('in a random sequence of saves and emails, no save overwrites values that its page has not loaded, and the last emailed values equal the stored marks', async ({
  portal,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 24 }), (steps) =>
      play(portal, steps),
    ),
    { numRuns: 20 },
  );
});
