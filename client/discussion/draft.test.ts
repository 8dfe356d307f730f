import { describe, expect, it } from 'vitest';
import { parseReference } from './draft.ts';

describe('parseReference', () => {
  it('parses the kind and the id, which may contain a colon', () => {
    expect(parseReference('milestone:month1')).toEqual({ kind: 'milestone', id: 'month1' });
    expect(parseReference('deadline:a:b')).toEqual({ kind: 'deadline', id: 'a:b' });
  });

  it.each([null, '', 'milestone', 'milestone:', 'mark:month1', ':month1'])(
    'returns undefined for %s',
    (typed) => {
      expect(parseReference(typed)).toBeUndefined();
    },
  );
});
