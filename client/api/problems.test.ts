import { expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { ConnectionError } from './connection/send.ts';
import { getErrorMessage, getFieldErrors, isCancelled, toProblem } from './problems.ts';

const reply = (status: number, body: unknown, retryAfter: string | null = null) =>
  toProblem({ status, body, retryAfter });

test('toProblem returns the code, message, field errors and Retry-After time of an error reply', () => {
  const body = {
    code: 'invalid',
    message: 'Phone is required.',
    error: 'Phone is required.',
    fields: { 'groupMembers.0.phone': 'Phone is required.' },
  };
  const problem = reply(400, body, '7');
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ code: 'invalid', message: 'Phone is required.', status: 400 });
  expect((problem as Problem).details.retryAfter).toBe(7);
  expect(getFieldErrors(problem)).toEqual(body.fields);
});

test('toProblem adds the request id to the message of a server error', () => {
  const body = { code: 'fault', message: 'That failed.', error: 'That failed.', requestId: 'r-5' };
  expect(reply(500, body).message).toBe('That failed. Reference: r-5.');
});

test('toProblem returns a connection error for the gateway errors 502 and 504', () => {
  expect(reply(502, undefined)).toBeInstanceOf(ConnectionError);
  expect(reply(504, '<html>')).toBeInstanceOf(ConnectionError);
});

test.each<[string, number, unknown, string]>([
  ['only the message', 400, { message: 'A' }, 'A'],
  ['only the error', 418, { error: 'B' }, 'B'],
  ['both texts and no code', 409, { message: 'A', error: 'B' }, 'A'],
  ['an unknown code', 422, { code: 'new', message: 'A', error: 'B' }, 'A'],
  ['a code of another type', 500, { code: 7, message: 'A' }, 'A'],
  ['fields of another type', 400, { message: 'A', fields: ['email'] }, 'A'],
  ['details of another type', 409, { error: 'B', conflicts: 1, inUse: {}, requestId: 5 }, 'B'],
  ['a message of another type', 599, { message: { text: 'A' }, error: 'B' }, 'B'],
  ['a blank message', 403, { message: ' ', error: 'B' }, 'B'],
  ['a text from a gateway', 502, { message: 'A' }, 'A'],
  ['no text', 409, { code: 'stale-version', fields: { email: 'C' } }, ''],
  ['no body', 413, undefined, ''],
  ['null', 500, null, ''],
  ['a string', 500, 'Internal Server Error', ''],
])('toProblem reads an error reply with %s (status %i)', (_case, status, body, message) => {
  const problem = reply(status, body);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem.message).toBe(message);
  expect(getFieldErrors(problem)).toEqual({});
});

test('toProblem derives an absent or unknown code from the status', () => {
  expect(reply(413, undefined)).toMatchObject({ code: 'too-large' });
  expect(reply(404, { code: 'new', message: 'A' })).toMatchObject({ code: 'not-found' });
  expect(reply(418, { error: 'B' })).toMatchObject({ code: 'fault' });
});

test('getErrorMessage returns the server’s message, the fallback text if that message is empty, or the “unreachable” text if the server did not reply', () => {
  const texts = ['Invalid credentials', 'Server error. Please try again.'] as const;
  expect(getErrorMessage(new Problem('blocked', 'The account is blocked.'), ...texts)).toBe(
    'The account is blocked.',
  );
  expect(getErrorMessage(new Problem('fault', ''), ...texts)).toBe('Invalid credentials');
  expect(getErrorMessage(new ConnectionError(), ...texts)).toBe('Server error. Please try again.');
  expect(getErrorMessage(new ConnectionError(), 'Something went wrong!')).toBe(
    'Something went wrong!',
  );
});

test('isCancelled returns true only for an aborted request', () => {
  expect(isCancelled(new DOMException('', 'AbortError'))).toBe(true);
  expect(isCancelled(new ConnectionError())).toBe(false);
});
