import type { Batches } from '#server/http/bodies/send-list.ts';

type Text = string | null | undefined;
/** A number in a cell. A dash stands for a sum if there are no marks. */
type Amount = number | '–' | null | undefined;

/** A column of a sheet. Instants are in ISO 8601 in UTC, dates are YYYY-MM-DD, and widths are in characters. */
export type Column<Row> = { title: string; width: number } & (
  | { type: 'text' | 'instant' | 'date'; of: (row: Row) => Text }
  | { type: 'number'; of: (row: Row) => Amount }
);

/** A table for export as CSV or as an Excel workbook. */
export type Sheet<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  portions: Batches<Row>;
  timeZone: string;
};

export const textColumn = <Row>(
  title: string,
  of: (row: Row) => Text,
  width = 20,
): Column<Row> => ({
  type: 'text',
  title,
  of,
  width,
});

export const numberColumn = <Row>(
  title: string,
  of: (row: Row) => Amount,
  width = 12,
): Column<Row> => ({
  type: 'number',
  title,
  of,
  width,
});

export const instantColumn = <Row>(title: string, of: (row: Row) => Text): Column<Row> => ({
  type: 'instant',
  title,
  of,
  width: 20,
});

export const dateColumn = <Row>(title: string, of: (row: Row) => Text): Column<Row> => ({
  type: 'date',
  title,
  of,
  width: 12,
});

/** Returns the local date and time in a time zone, such as "2027-01-15 15:00:00". */
export function toWallClock(isoInstant: string, timeZone: string): string {
  const local = Temporal.Instant.from(isoInstant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: The pattern matches control characters to remove them.
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** Removes control characters that XML cannot contain, and replaces lone surrogates with U+FFFD. */
export const removeUnprintable = (value: string): string =>
  value.replace(unprintable, '').toWellFormed();
