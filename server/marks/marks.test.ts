import { describe, expect } from 'vitest';
import { aTeam } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';

describe('x', () => {
  for (let i = 0; i < 20; i++)
    test('a ' + i, async ({ portal }) => {
      if (i % 2) {
        await aTeam(portal);
      }
      expect(1).toBe(1);
    });
});
