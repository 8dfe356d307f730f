import { describe, expect, it } from 'vitest';
import { findProseErrors } from './check-prose.ts';

describe('findProseErrors', () => {
  it.each([
    ['/** What the server sends. */', 'a.ts:1 comment starts with "What": name the subject first'],
    ['const a = 1;\n// Of the group.', 'a.ts:2 comment starts with "Of": name the subject first'],
    ['/**\n * Whoever asks.\n */', 'a.ts:1 comment starts with "Whoever": name the subject first'],
    ['// One that fails.', 'a.ts:1 comment starts with "One that": name the subject first'],
  ])('rejects a comment without a subject: %j', (source, error) => {
    expect(findProseErrors('a.ts', source)).toEqual([error]);
  });

  it.each(['// Returns what the caller sent.', 'const text = "What?"; // Whatsoever'])(
    'accepts %j',
    (source) => {
      expect(findProseErrors('a.ts', source)).toEqual([]);
    },
  );
});
