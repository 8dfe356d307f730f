import type { PdfPage } from '#server/results/page.ts';

export type PdfColumn = { title: string; width: number; isNumber?: boolean };

const padding = 3.2;
const size = 8.8;

/** Draws a table, and repeats its header on each page. Yields after each row. */
export function* drawTable(
  page: PdfPage,
  columns: readonly PdfColumn[],
  rows: readonly (readonly string[])[],
): Generator<void> {
  const table = page.section('Table');
  const head = columns.map(({ title }) => title);
  if (!page.hasRoom(heightOf(page, columns, head) + 2 * size)) page.next();
  drawRow(page, table, columns, head, true);
  yield;
  for (const row of rows) {
    if (!page.hasRoom(heightOf(page, columns, row))) {
      page.next();
      // Without a parent, the repeated header has no tags, so that screen readers skip it.
      drawRow(page, undefined, columns, head, true);
    }
    drawRow(page, table, columns, row, false);
    yield;
  }
  table?.end();
  page.y += 12;
}

const getStyle = ({ isNumber }: PdfColumn, isHead: boolean) => ({
  size,
  ...(isHead && { weight: 'bold' as const }),
  align: isNumber ? ('right' as const) : ('left' as const),
});

/** Bold text is wider, so a header and a row are broken into lines alike only by their own style. */
const breakCells = (
  page: PdfPage,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  isHead: boolean,
) =>
  columns.map((column, at) =>
    page.pen.lines(cells[at] ?? '', column.width - 2 * padding, getStyle(column, isHead)),
  );

const heightOf = (page: PdfPage, columns: readonly PdfColumn[], cells: readonly string[]) =>
  Math.max(
    ...breakCells(page, columns, cells, true).map((lines) => page.pen.heightOf(lines, { size })),
  ) +
  2 * padding;

function drawRow(
  page: PdfPage,
  table: PDFKit.PDFStructureElement | undefined,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  isHead: boolean,
): void {
  const lines = breakCells(page, columns, cells, isHead);
  const heights = lines.map((cellLines) => page.pen.heightOf(cellLines, { size }));
  const height = Math.max(...heights) + 2 * padding;
  page.shade(height, isHead ? '#ececec' : undefined);
  const element = page.child(table, 'TR');
  let x = page.left;
  for (const [at, column] of columns.entries()) {
    const box = { x: x + padding, y: page.y + padding, width: column.width - 2 * padding };
    page.tagged(element, isHead || at === 0 ? 'TH' : 'TD', () =>
      page.pen.write(lines[at] ?? [], box, getStyle(column, isHead)),
    );
    x += column.width;
  }
  element?.end();
  page.y += height;
}
