import { expect, test } from 'vitest';
import { findAllowedValue } from './fill-empty-tables.ts';

test.each([
  [`"state" text not null check (state in ('open', 'closed'))`, 'state', 'open'],
  [`CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))`, 'state', 'open'],
  [`check (other_state in ('open'))`, 'state', undefined],
  ['check (position between 1 and 3)', 'position', undefined],
])('findAllowedValue parses the constraint %s', (checks, column, expected) => {
  expect(findAllowedValue(checks, column)).toBe(expected);
});
