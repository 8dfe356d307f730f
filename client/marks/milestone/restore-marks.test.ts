import { expect, test } from 'vitest';
import type { CellDraft } from '#client/marks/draft/draft.ts';
import { restoreMarks } from './restore-marks.ts';

const cell = (memberId: string, typed: Partial<CellDraft>): CellDraft => ({
  ...{ memberId, milestone: 'month1', revision: 2, total: 10 },
  ...typed,
});

test('restoreMarks returns pasted marks to the earlier ones and keeps feedback, the reason and other members', () => {
  const earlier = { cells: [cell('ali', { marks: '4' })] };
  const pasted = {
    cells: [
      cell('ali', { marks: '7.5', feedback: 'Clear.' }),
      cell('sara', { marks: '8', feedback: 'Late.' }),
      cell('omar', { marks: '9' }),
      cell('zara', { marks: '3' }),
    ],
    correctionReason: 'Counted again.',
  };
  expect(restoreMarks(pasted, earlier, ['ali', 'sara', 'omar'])).toEqual({
    cells: [
      cell('ali', { marks: '4', feedback: 'Clear.' }),
      cell('sara', { feedback: 'Late.' }),
      cell('zara', { marks: '3' }),
    ],
    correctionReason: 'Counted again.',
  });
});

test('restoreMarks does not bring back marks that were saved in the meantime', () => {
  const earlier = { cells: [cell('ali', { marks: '4' })] };
  expect(restoreMarks({ cells: [] }, earlier, ['ali'])).toEqual({ cells: [] });
});
