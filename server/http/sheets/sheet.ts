import type { ModuleName } from '#contract/settings/modules.ts';
import type { RowBatches } from '#server/http/bodies/send-list.ts';

type Text = string | null | undefined;
/** A number in a cell, or a dash in place of a sum if there are no marks. */
type Amount = number | '–' | null | undefined;

/** A column of a sheet. Instants are ISO 8601 in UTC, dates are YYYY-MM-DD, and widths are in characters. */
export type SheetColumn<Row> = {
  title: string;
  width: number;
  /** Module to which the column belongs. If it is switched off, exports omit the column. */
  module?: ModuleName;
} & (
  | { type: 'text' | 'instant' | 'date'; of: (row: Row) => Text }
  | { type: 'number'; of: (row: Row) => Amount }
);

export type Sheet<Row> = {
  name: string;
  columns: readonly SheetColumn<Row>[];
  portions: RowBatches<Row>;
  timeZone: string;
};

/** `nextSlice` lets other requests run, and throws if the client has disconnected. */
export type SheetPace = { nextSlice?: () => Promise<unknown> };

/** Rows that are formatted between two calls of `nextSlice`. */
export const rowsPerSlice = 20;

export const createTextColumn = <Row>(
  title: string,
  of: (row: Row) => Text,
  width = 20,
): SheetColumn<Row> => ({
  type: 'text',
  title,
  of,
  width,
});

export const createNumberColumn = <Row>(
  title: string,
  of: (row: Row) => Amount,
  width = 12,
): SheetColumn<Row> => ({
  type: 'number',
  title,
  of,
  width,
});

export const createInstantColumn = <Row>(
  title: string,
  of: (row: Row) => Text,
): SheetColumn<Row> => ({
  type: 'instant',
  title,
  of,
  width: 20,
});

export const createDateColumn = <Row>(title: string, of: (row: Row) => Text): SheetColumn<Row> => ({
  type: 'date',
  title,
  of,
  width: 12,
});

/** Returns the local date and time in a time zone, such as "2027-01-15 15:00:00". */
export function toLocalDateTime(isoInstant: string, timeZone: string): string {
  const local = Temporal.Instant.from(isoInstant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: The pattern matches control characters to remove them.
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** Removes control characters that XML cannot contain, and replaces lone surrogates with U+FFFD. */
export const removeControlCharacters = (value: string): string =>
  value.replace(unprintable, '').toWellFormed();
