import type { FullMember } from '#contract/groups.ts';
import { finalMarkOf, isPlainSum } from '#contract/rules/final-mark.ts';
import { type Milestone, milestonesOf, type Scheme, totalOf } from '#contract/rules/scheme.ts';
import { notMarked as none, shownSumOf, soFarOf } from '#contract/rules/shown-sum.ts';
import type { Page } from './page.ts';

type Members = readonly FullMember[];
export type TableRow = { kind: 'part' | 'milestone' | 'sum'; cells: readonly string[] };

/** The first cell is the title, the second the total, then one for each member. */
export function rowsOf(scheme: Scheme, members: Members): TableRow[] {
  const sumRow = (kind: TableRow['kind'], title: string, milestones: readonly Milestone[]) => ({
    kind,
    cells: [
      ...[title, String(totalOf(milestones))],
      ...members.map((member) => String(shownSumOf(member, milestones))),
    ],
  });
  const all = milestonesOf(scheme);
  const markedOf = (member: FullMember) => soFarOf(member, all).marked;
  const finalRow: TableRow = {
    kind: 'sum',
    cells: [
      ...['Final mark, each milestone by its weight', '%'],
      ...members.map((member) =>
        markedOf(member) === 0 ? none : String(finalMarkOf(member, scheme) ?? none),
      ),
    ],
  };
  // A milestone that is not marked counts 0 in the totals above.
  const markedRow: TableRow = {
    kind: 'sum',
    cells: ['Milestones marked', String(all.length), ...members.map((m) => String(markedOf(m)))],
  };
  return [
    ...scheme.parts.flatMap(({ title, milestones }) => [
      sumRow('part', title, milestones),
      ...milestones.map(({ key, title: name, total }) => ({
        kind: 'milestone' as const,
        cells: [name, String(total), ...members.map((m) => String(m[key]?.marks ?? none))],
      })),
    ]),
    sumRow('sum', 'Overall', all),
    ...(isPlainSum(scheme) ? [] : [finalRow]),
    markedRow,
  ];
}

const padding = 3.2;
const shades = { part: '#ececec', milestone: undefined, sum: '#dcdcdc' } as const;

/** The marks as a table whose head is repeated on each further page. */
export function drawTable(page: Page, scheme: Scheme, members: Members): void {
  const widths = widthsOf(page.width, members.length);
  const table = page.section('Table');
  const head = ['Milestone', 'Of', ...members.map(({ name, roll }) => `${name} ${roll}`)];
  const drawHead = (isRepeated: boolean) => {
    const cells = members.map(({ name, roll }) => [name, roll]);
    drawRow(page, isRepeated ? undefined : table, { kind: 'sum', cells: head }, widths, cells);
  };
  drawHead(false);
  for (const row of rowsOf(scheme, members)) {
    if (!page.hasRoom(heightOf(page, row, widths))) {
      page.next();
      drawHead(true);
    }
    drawRow(page, table, row, widths);
  }
  table?.end();
}

function widthsOf(width: number, members: number): number[] {
  const total = 36;
  const each = Math.min(120, (width * 0.64 - total) / members);
  return [width - total - each * members, total, ...Array.from({ length: members }, () => each)];
}

const styleOf = (kind: TableRow['kind'], index: number) => ({
  size: 8.8,
  ...(kind !== 'milestone' && { weight: 'bold' as const }),
  align: index === 0 ? ('left' as const) : ('right' as const),
});

const linesOf = (page: Page, { kind, cells }: TableRow, widths: readonly number[]) =>
  cells.map((cell, index) =>
    page.pen.lines(cell, (widths[index] ?? 0) - 2 * padding, styleOf(kind, index)),
  );

const heightOf = (page: Page, row: TableRow, widths: readonly number[]) =>
  Math.max(...linesOf(page, row, widths).map((lines) => page.pen.heightOf(lines, { size: 8.8 }))) +
  2 * padding;

/** Without a table the row is drawn for the eye alone: a head that is repeated. */
function drawRow(
  page: Page,
  table: PDFKit.PDFStructureElement | undefined,
  row: TableRow,
  widths: readonly number[],
  people: readonly (readonly string[])[] = [],
): void {
  const lines = linesOf(page, row, widths);
  for (const [index, texts] of people.entries()) {
    // A roll on a line of its own, whatever room the name leaves.
    const width = (widths[index + 2] ?? 0) - 2 * padding;
    const style = styleOf('sum', index + 2);
    lines[index + 2] = texts.flatMap((text) => page.pen.lines(text, width, style));
  }
  const heights = lines.map((some) => page.pen.heightOf(some, { size: 8.8 }));
  const height = Math.max(...heights) + 2 * padding;
  page.shade(height, shades[row.kind]);
  const element = page.child(table, 'TR');
  let x = page.left;
  for (const [index, some] of lines.entries()) {
    const width = widths[index] ?? 0;
    const box = { x: x + padding, y: page.y + padding, width: width - 2 * padding };
    const isHead = people.length > 0 || index === 0;
    const draw = () => page.pen.write(some, box, styleOf(row.kind, index));
    page.tagged(element, isHead ? 'TH' : 'TD', draw);
    x += width;
  }
  element?.end();
  page.y += height;
}
