import type { FullMember } from '#contract/groups.ts';
import { computeFinalMark, isUnweightedScheme } from '#contract/rules/final-mark.ts';
import { findUntil } from '#contract/rules/former-members.ts';
import {
  listMilestones,
  type MarkingScheme,
  type Milestone,
  sumMilestoneTotals,
} from '#contract/rules/scheme.ts';
import {
  formatMarksSum,
  noMarksPlaceholder,
  sumMarkedMilestones,
} from '#contract/rules/shown-sum.ts';
import type { PdfPage } from './page.ts';
import type { ResultSheet } from './result-sheet.ts';

type Members = readonly FullMember[];
export type MarksTableRow = { kind: 'part' | 'milestone' | 'sum'; cells: readonly string[] };

/** Returns the rows of the marks table. The cells are the title, the total, and the marks of each member. */
export function buildMarksTableRows(scheme: MarkingScheme, members: Members): MarksTableRow[] {
  const sumRow = (
    kind: MarksTableRow['kind'],
    title: string,
    milestones: readonly Milestone[],
  ) => ({
    kind,
    cells: [
      title,
      String(sumMilestoneTotals(milestones)),
      ...members.map((member) => String(formatMarksSum(member, milestones))),
    ],
  });
  const all = listMilestones(scheme);
  const markedOf = (member: FullMember) => sumMarkedMilestones(member, all).marked;
  const finalRow: MarksTableRow = {
    kind: 'sum',
    cells: [
      'Final mark, each milestone by its weight',
      '%',
      ...members.map((member) =>
        markedOf(member) === 0
          ? noMarksPlaceholder
          : String(computeFinalMark(member, scheme) ?? noMarksPlaceholder),
      ),
    ],
  };
  // Print how many milestones are marked, because sums count unmarked milestones as 0.
  const markedRow: MarksTableRow = {
    kind: 'sum',
    cells: ['Milestones marked', String(all.length), ...members.map((m) => String(markedOf(m)))],
  };
  return [
    ...scheme.parts.flatMap(({ title, milestones }) => [
      sumRow('part', title, milestones),
      ...milestones.map(({ key, title: name, total }) => ({
        kind: 'milestone' as const,
        cells: [
          name,
          String(total),
          ...members.map((m) => String(m[key]?.marks ?? noMarksPlaceholder)),
        ],
      })),
    ]),
    sumRow('sum', 'Overall', all),
    ...(isUnweightedScheme(scheme) ? [] : [finalRow]),
    markedRow,
  ];
}

const padding = 3.2;
const shades = { part: '#ececec', milestone: undefined, sum: '#dcdcdc' } as const;

/** Yields after each row. */
export function* drawMarksTable(
  page: PdfPage,
  { scheme, members, group }: Pick<ResultSheet, 'scheme' | 'members' | 'group'>,
): Generator<void> {
  const widths = computeColumnWidths(page.width, members.length);
  const table = page.section('Table');
  const people = members.map(({ _id, name, roll }) =>
    [name, roll, findUntil(group, _id) ?? []].flat(),
  );
  const head = ['Milestone', 'Of', ...people.map((texts) => texts.join(' '))];
  const drawHead = (isRepeated: boolean) => {
    drawRow(page, isRepeated ? undefined : table, { kind: 'sum', cells: head }, widths, people);
  };
  drawHead(false);
  yield;
  for (const row of buildMarksTableRows(scheme, members)) {
    if (!page.hasRoom(heightOf(page, row, widths))) {
      page.next();
      drawHead(true);
    }
    drawRow(page, table, row, widths);
    yield;
  }
  table?.end();
}

function computeColumnWidths(width: number, members: number): number[] {
  const total = 36;
  const each = Math.min(120, (width * 0.64 - total) / members);
  return [width - total - each * members, total, ...Array.from({ length: members }, () => each)];
}

const getCellStyle = (kind: MarksTableRow['kind'], index: number) => ({
  size: 8.8,
  ...(kind !== 'milestone' && { weight: 'bold' as const }),
  align: index === 0 ? ('left' as const) : ('right' as const),
});

const breakCells = (page: PdfPage, { kind, cells }: MarksTableRow, widths: readonly number[]) =>
  cells.map((cell, index) =>
    page.pen.lines(cell, (widths[index] ?? 0) - 2 * padding, getCellStyle(kind, index)),
  );

const heightOf = (page: PdfPage, row: MarksTableRow, widths: readonly number[]) =>
  Math.max(
    ...breakCells(page, row, widths).map((lines) => page.pen.heightOf(lines, { size: 8.8 })),
  ) +
  2 * padding;

/** Draws a row. Without `table`, adds no tags, so that screen readers skip a header repeated on a new page. */
function drawRow(
  page: PdfPage,
  table: PDFKit.PDFStructureElement | undefined,
  row: MarksTableRow,
  widths: readonly number[],
  people: readonly (readonly string[])[] = [],
): void {
  const lines = breakCells(page, row, widths);
  for (const [index, texts] of people.entries()) {
    const width = (widths[index + 2] ?? 0) - 2 * padding;
    const style = getCellStyle('sum', index + 2);
    lines[index + 2] = texts.flatMap((text) => page.pen.lines(text, width, style));
  }
  const heights = lines.map((cellLines) => page.pen.heightOf(cellLines, { size: 8.8 }));
  const height = Math.max(...heights) + 2 * padding;
  page.shade(height, shades[row.kind]);
  const element = page.child(table, 'TR');
  let x = page.left;
  for (const [index, cellLines] of lines.entries()) {
    const width = widths[index] ?? 0;
    const box = { x: x + padding, y: page.y + padding, width: width - 2 * padding };
    const isHead = people.length > 0 || index === 0;
    const draw = () => page.pen.write(cellLines, box, getCellStyle(row.kind, index));
    page.tagged(element, isHead ? 'TH' : 'TD', draw);
    x += width;
  }
  element?.end();
  page.y += height;
}
