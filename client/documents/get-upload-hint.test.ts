import { describe, expect, it } from 'vitest';
import { getUploadHint } from './get-upload-hint.ts';

describe('getUploadHint', () => {
  it.each([
    ['report', false, false, 'One report for each month with a deadline.'],
    ['poster', true, true, 'Your own file: each member uploads one.'],
    ['poster', true, false, undefined],
    ['constructor', true, false, undefined],
  ])(
    'returns the hint for “%s” (added: %s, by each member: %s)',
    (kind, isAdded, isPerMember, hint) => {
      expect(getUploadHint({ kind, isAdded, isPerMember })).toBe(hint);
    },
  );
});
