import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toValidationProblem } from './problem.ts';

describe('toValidationProblem', () => {
  const Form = z.object({
    title: z.string('Title is required.'),
    year: z.number('Year is required.'),
  });
  const errorOf = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    if (!error) throw new Error('Nothing is wrong.');
    return toValidationProblem(error);
  };

  it('returns one Problem with an error per field and the first error as its message', () => {
    const problem = errorOf(Form, {});
    expect(problem).toMatchObject({ code: 'invalid', message: 'Title is required.' });
    expect(problem.details.fields).toEqual({
      title: 'Title is required.',
      year: 'Year is required.',
    });
  });

  it('prefixes the message with the number of the member whose field is invalid', () => {
    const Group = z.object({
      groupMembers: z.array(z.object({ roll: z.string('Roll number is required.') })),
    });
    const problem = errorOf(Group, { groupMembers: [{ roll: 'F22' }, {}] });
    expect(problem.message).toBe('Member 2: Roll number is required.');
    expect(problem.details.fields).toEqual({ 'groupMembers.1.roll': 'Roll number is required.' });
  });
});
