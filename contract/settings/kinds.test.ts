import { describe, expect, it } from 'vitest';
import { getUploadHint, KindSettings, listCohortKinds, sortForUpload } from './kinds.ts';

describe('getUploadHint', () => {
  it.each([
    ['poster', true, 'Your own file: each member uploads one.'],
    ['poster', false, undefined],
    ['constructor', false, undefined],
  ])('returns the hint for the added kind “%s” (by each member: %s)', (kind, isPerMember, hint) => {
    expect(getUploadHint({ kind, isPerMember })).toBe(hint);
  });
});

it('sorts added kinds on the students’ page between the work of the group and the proposal', () => {
  const poster = { id: 'poster', title: 'Poster', types: ['pdf' as const] };
  const kinds = listCohortKinds(KindSettings.parse({ standard: {}, added: [poster] }));
  expect(sortForUpload(kinds).map(({ kind }) => kind)).toEqual([
    ...['thesis', 'similarity', 'code', 'poster'],
    ...['report', 'certificate', 'proposal', 'feeProof'],
  ]);
});
