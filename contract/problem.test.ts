import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Problem, problemStatuses, toValidationProblem } from './problem.ts';

describe('a Problem', () => {
  it('has the HTTP status of its error code', () => {
    expect(problemStatuses).toEqual({
      invalid: 400,
      'wrong-credentials': 401,
      'signed-out': 401,
      blocked: 403,
      unconfirmed: 403,
      'link-over': 400,
      forbidden: 403,
      'not-found': 404,
      'module-off': 404,
      'no-group': 404,
      'email-taken': 409,
      'name-taken': 409,
      'already-in-group': 409,
      'stale-version': 409,
      'mark-changed': 409,
      'marks-affected': 409,
      'entries-in-use': 409,
      'cohort-closed': 409,
      'deadline-passed': 409,
      'last-admin': 409,
      'too-slow': 408,
      'too-large': 413,
      'wrong-kind-of-file': 415,
      'too-often': 429,
      unavailable: 503,
      fault: 500,
      'storage-full': 507,
    });
    expect(new Problem('too-large', 'Too large.').status).toBe(413);
  });
});

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
