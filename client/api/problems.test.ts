import { expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { fieldErrorsOf, isCancelled, messageOf, problemOf } from './problems.ts';
import { Unreachable } from './send.ts';

const reply = (status: number, body: unknown, retryAfter: string | null = null) =>
  problemOf({ status, body, retryAfter });

test('a refusal is rebuilt with its code, message, fields and the time to wait', () => {
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
  expect(fieldErrorsOf(problem)).toEqual(body.fields);
});

test('a server error quotes the request, so that the office can find it', () => {
  const body = { code: 'fault', message: 'That failed.', error: 'That failed.', requestId: 'r-5' };
  expect(reply(500, body).message).toBe('That failed. Reference: r-5.');
});

test('a gateway that replies for an absent server counts as no reply', () => {
  expect(reply(502, undefined)).toBeInstanceOf(Unreachable);
  expect(reply(504, '<html>')).toBeInstanceOf(Unreachable);
});

test('any other strange reply is a problem without a message, by its status', () => {
  expect(reply(413, undefined)).toMatchObject({ code: 'too-large', message: '' });
  expect(reply(418, undefined)).toMatchObject({ code: 'fault', message: '' });
});

test('the server’s message goes first, then the page’s own; no reply has its own text', () => {
  const texts = ['Invalid credentials', 'Server error. Please try again.'] as const;
  expect(messageOf(new Problem('blocked', 'The account is blocked.'), ...texts)).toBe(
    'The account is blocked.',
  );
  expect(messageOf(new Problem('fault', ''), ...texts)).toBe('Invalid credentials');
  expect(messageOf(new Unreachable(), ...texts)).toBe('Server error. Please try again.');
  expect(messageOf(new Unreachable(), 'Something went wrong!')).toBe('Something went wrong!');
});

test('a form learns the fields that the server named, and none where it named none', () => {
  const named = new Problem('email-taken', 'Taken.', { fields: { email: 'Taken.' } });
  expect(fieldErrorsOf(named)).toEqual({ email: 'Taken.' });
  expect(fieldErrorsOf(new Problem('too-often', 'Wait.'))).toEqual({});
  expect(fieldErrorsOf(new Unreachable())).toEqual({});
});

test('only what the person cancelled themselves is cancelled', () => {
  expect(isCancelled(new DOMException('', 'AbortError'))).toBe(true);
  expect(isCancelled(new Unreachable())).toBe(false);
});
