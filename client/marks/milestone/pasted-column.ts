import { findMarksError, formatMarks } from '#client/marks/draft/draft.ts';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import type { Milestone } from '#contract/rules/scheme.ts';

export type PastedCell<Row> = {
  row: Row;
  /** Undefined if the pasted line is empty: the field then keeps its value. */
  marks: string | undefined;
  error: string | undefined;
};

export type PastedColumn<Row> = {
  cells: PastedCell<Row>[];
  /** The first line, if it is the heading of the copied column. */
  heading: string | undefined;
  /** Values at the end of the column for which there is no row. */
  unusedValues: string[];
  /** Number of rows after the last pasted value. */
  remainingRows: number;
};

/** Splits text from the clipboard into lines of values. Spreadsheets end the text with a line break. */
export const splitPastedText = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((value) => value.trim()));

const isNumberOrEmpty = (value: string) => !Number.isNaN(parseNumber(value));

/** Separates a heading from the marks: a first line of text if all other lines are numbers or empty. */
function splitHeading(values: readonly string[]) {
  const [first = '', ...otherValues] = values;
  const isHeading =
    !isNumberOrEmpty(first) &&
    otherValues.some((value) => value !== '') &&
    otherValues.every(isNumberOrEmpty);
  return isHeading ? { heading: first, marks: otherValues } : { heading: undefined, marks: values };
}

function toPastedCell<Row>(row: Row, value: string, milestone: Milestone): PastedCell<Row> {
  if (value === '') return { row, marks: undefined, error: undefined };
  const error = findMarksError(milestone, value);
  return { row, marks: error ? value : formatMarks(parseNumber(value)), error };
}

/** Assigns a column of values to the rows, beginning with the first. Invalid values keep their text and get an error. */
export function assignPastedColumn<Row>(
  values: readonly string[],
  rows: readonly Row[],
  milestone: Milestone,
): PastedColumn<Row> {
  const { heading, marks } = splitHeading(values);
  return {
    cells: rows
      .slice(0, marks.length)
      .map((row, index) => toPastedCell(row, marks[index] ?? '', milestone)),
    heading,
    unusedValues: marks.slice(rows.length).filter((value) => value !== ''),
    remainingRows: Math.max(0, rows.length - marks.length),
  };
}
