import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { resultSheetPrinter } from './draw-sheet.ts';
import { buildResultSheet } from './result-sheet.ts';
import { streamPdf } from './stream-pdf.ts';

type Glyph = { text: string; x: number; y: number };

/** Returns the lines of a PDF. The characters of each line are in visual order, from left to right. */
async function readLines(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(bytes);
  const lines: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const glyphs = toGlyphs(await page.getOperatorList(), (await getResolvedPDFJS()).OPS);
    const byLine = Map.groupBy(glyphs, ({ y }) => Math.round(y));
    for (const line of byLine.values()) {
      const fromLeft = line.toSorted((a, b) => a.x - b.x);
      lines.push(fromLeft.map(({ text }) => text).join(''));
    }
  }
  return lines.map(hideLetters);
}

type Operators = { fnArray: number[]; argsArray: unknown[][] };

function toGlyphs({ fnArray, argsArray }: Operators, ops: Record<string, number>): Glyph[] {
  const glyphs: Glyph[] = [];
  let [x, y, size] = [0, 0, 0];
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] ?? [];
    if (operator === ops.setFont) size = Number(args[1]);
    if (operator === ops.setTextMatrix) {
      const matrix = Array.from(args[0] as ArrayLike<number>);
      x = matrix[4] ?? 0;
      y = matrix[5] ?? 0;
    }
    if (operator !== ops.showText) continue;
    for (const glyph of args[0] as (number | { unicode: string; width: number })[]) {
      if (typeof glyph === 'number') x -= (glyph * size) / 1000;
      else {
        glyphs.push({ text: glyph.unicode, x, y });
        x += (glyph.width * size) / 1000;
      }
    }
  }
  return glyphs;
}

/** Replaces each right-to-left word with one letter, as joined letters share glyphs. The tests check only positions. */
const hideLetters = (text: string) =>
  text.replace(/[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+/gu, 'א');

const member = (name: string, roll: string): FullMember =>
  ({ _id: name, name, roll, month1: { marks: 7.5 } }) as unknown as FullMember;

type Texts = Record<
  | ('university' | 'department' | 'cohort' | 'group' | 'program' | 'title')
  | ('supervisor' | 'examiner' | 'student' | 'mate' | 'part' | 'milestone'),
  string
>;

async function printSheets(texts: Texts): Promise<Uint8Array> {
  const members = [member(texts.student, '21-CS-1'), member(texts.mate, '21-CS-2')];
  const group = {
    fypGroupName: texts.group,
    program: texts.program,
    fypTitle: texts.title,
    supervisor: texts.supervisor,
    externalExaminer: texts.examiner,
    externalVivaDetails: { vivaDate: '2027-05-22', vivaStatus: 'pass' },
    fypGroupMembers: members,
  } as unknown as FullGroup;
  const milestone = { key: 'month1', title: texts.milestone, total: 10, weight: 10 };
  const markers = ['supervisor' as const];
  const parts = [{ title: texts.part, viva: true, milestones: [{ ...milestone, markers }] }];
  const sheets = [members, members.slice(0, 1)].map((printed) =>
    buildResultSheet({ cohort: texts.cohort, scheme: { parts }, group, members: printed }),
  );
  const head = {
    portalName: 'FYP Portal',
    university: texts.university,
    department: texts.department,
    logo: undefined,
  };
  const printed = { timeZone: 'Asia/Karachi', printedAt: new Date('2027-06-01T08:00:00.000Z') };
  const batches = (async function* () {
    yield sheets;
  })();
  const chunks = await Array.fromAsync(
    streamPdf(resultSheetPrinter, batches, {
      ...head,
      ...printed,
      title: 'Result sheets',
      isTagged: true,
    }),
  );
  return new Uint8Array(Buffer.concat(chunks));
}

const names = ['university', 'department', 'cohort', 'title', 'supervisor', 'examiner'] as const;
const otherTexts = ['group', 'program', 'student', 'part', 'milestone'] as const;

describe('text on a result sheet', () => {
  it.each([
    ['Arabic with Latin in brackets', 'نظام إدارة المكتبة (v2.0)!', '!(v2.0) א א א'],
    ['Urdu with a Latin word', 'کتب خانہ portal، نیا.', '.א ،portal א א'],
    ['Hebrew with numbers', 'שלום, 2027 (3)?', '?(3) 2027 ,א'],
    ['Hebrew with a list', 'שלום (C++, Go)...', '...(C++, Go) א'],
    ['Latin with an Arabic word', 'Library نظام (v2.0)!', 'Library א (v2.0)!'],
    ['a number before Hebrew', '2.0: שלום!', '!א :2.0'],
  ])(
    'has the direction of its own first letter, whatever label is beside it: %s',
    async (_name, text, printed) => {
      const texts = Object.fromEntries([...names, ...otherTexts].map((name) => [name, text]));
      const lines = await readLines(await printSheets({ ...texts, mate: 'Ali (A)!' } as Texts));
      const count = (line: string) => lines.filter((read) => read === line).length;
      expect(count(printed)).toBe(4);
      expect(count(`Group${printed}, ${printed}`)).toBe(2);
      for (const label of ['Title', 'Session', 'Supervisor', 'External examiner']) {
        expect(count(`${label}${printed}`), label).toBe(2);
      }
      expect(count(`Result sheet of ${printed}, 21-CS-1`)).toBe(1);
      expect(count(`MilestoneOf${printed}Ali (A)!`)).toBe(1);
      expect(count(`MilestoneOf${printed}`)).toBe(1);
      expect(count(`${printed}107.57.5`)).toBe(2);
      expect(count(`${printed}${printed}`)).toBe(2);
      expect(count(`${printed}Page 1 of 1`)).toBe(2);
    },
  );

  it('has the direction of the text’s first letter on every line', async () => {
    const english = 'Final year project portal, '.repeat(5);
    const texts = Object.fromEntries([...names, ...otherTexts].map((name) => [name, 'Ali']));
    const print = async (title: string) => {
      const lines = await readLines(await printSheets({ ...texts, mate: 'Zoe', title } as Texts));
      return lines.slice(lines.findIndex((line) => line.startsWith('Title')));
    };
    const [first, second] = await print(`نظام ${english}(v2.0)!`);
    expect(first).toMatch(/^TitleFinal .* א$/);
    expect(second).toMatch(/^!.* \(v2\.0\)$/);
    const [, last] = await print(`${english}שלום, (2)!`);
    expect(last).toMatch(/ \(2\) ,א!$/);
  });

  it('cannot change the direction of the surrounding text with its own control characters', async () => {
    const texts = Object.fromEntries([...names, ...otherTexts].map((name) => [name, 'Ali']));
    const student = '\u202eשלום\u2069 (A)!';
    const lines = await readLines(await printSheets({ ...texts, mate: 'Zoe', student } as Texts));
    expect(lines).toContain('Result sheet of !(A) א, 21-CS-1');
  });
});
