import type { ExpressionBuilder } from 'kysely';
import type { MeetingSide } from '#contract/rules/meetings.ts';
import type { DatabaseRow, Tables } from '#server/db/tables.ts';

type Row = Pick<DatabaseRow<'meetings'>, 'confirmed_at' | 'written_side' | 'correction_side'>;

/** Returns whether a meeting or its proposed correction waits for the confirmation of a side. */
export const isWaitingFor = (side: MeetingSide, row: Row): boolean =>
  row.correction_side === null
    ? row.confirmed_at === null && row.written_side !== side
    : row.correction_side !== side;

/** The same rule as an SQL condition. */
export const waitsFor = (side: MeetingSide) => (eb: ExpressionBuilder<Tables, 'meetings'>) =>
  eb.or([
    eb.and([
      eb('meetings.correction_side', 'is', null),
      eb('meetings.confirmed_at', 'is', null),
      eb('meetings.written_side', '!=', side),
    ]),
    eb('meetings.correction_side', '!=', side),
  ]);
