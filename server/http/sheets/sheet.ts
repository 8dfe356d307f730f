import type { Portions } from '#server/http/bodies/send-list.ts';

type Text = string | null | undefined;
/** The dash stands for a total of which nothing is marked yet. */
type Amount = number | '–' | null | undefined;

/**
 * What stands in a column, and how it is found in a row. An instant is ISO in UTC and shown by the department's wall
 * clock, a date is YYYY-MM-DD. The width is in characters.
 */
export type Column<Row> = { title: string; width: number } & (
  | { type: 'text' | 'instant' | 'date'; of: (row: Row) => Text }
  | { type: 'number'; of: (row: Row) => Amount }
);

/** A table of one description, which is written as CSV or as a workbook. */
export type Sheet<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  portions: Portions<Row>;
  /** IANA name. */
  timeZone: string;
};

export const text = <Row>(title: string, of: (row: Row) => Text, width = 20): Column<Row> => ({
  type: 'text',
  title,
  of,
  width,
});

export const number = <Row>(title: string, of: (row: Row) => Amount, width = 12): Column<Row> => ({
  type: 'number',
  title,
  of,
  width,
});

export const instant = <Row>(title: string, of: (row: Row) => Text): Column<Row> => ({
  type: 'instant',
  title,
  of,
  width: 20,
});

export const date = <Row>(title: string, of: (row: Row) => Text): Column<Row> => ({
  type: 'date',
  title,
  of,
  width: 12,
});

/** "2027-01-15 15:00:00": the wall clock of a time zone. */
export function wallClock(isoInstant: string, timeZone: string): string {
  const local = Temporal.Instant.from(isoInstant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** Without what XML cannot hold: control characters go, and half a character becomes the replacement character. */
export const plainText = (given: string): string => given.replace(unprintable, '').toWellFormed();
