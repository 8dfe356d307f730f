import { describe, expect, it } from 'vitest';
import { DeadlineId } from '#contract/rules/deadlines.ts';
import { Milestone } from '#contract/rules/scheme.ts';
import { createRandomId, createRandomUuid } from './new-id.ts';
import { Id, slugSchema } from './text.ts';

describe('a generated id', () => {
  const ids = Array.from({ length: 20_000 }, createRandomId);

  it('is unique among 20,000 ids', () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['the id of a list entry', slugSchema],
    ['the id of a deadline in a URL', DeadlineId],
    ['the key of a milestone', Milestone.shape.key],
  ])('is valid as %s', (_, schema) => {
    expect(ids.filter((id) => !schema.safeParse(id).success)).toEqual([]);
  });
});

describe('createRandomUuid', () => {
  it('returns a different UUID each time', () => {
    const ids = new Set(Array.from({ length: 100 }, createRandomUuid));
    expect(ids.size).toBe(100);
    for (const id of ids) expect(Id.parse(id)).toBe(id);
  });
});
