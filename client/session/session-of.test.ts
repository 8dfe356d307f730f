import { expect, test } from 'vitest';
import { emailOf, nextOf } from './next.ts';
import { sessionOf } from './session-of.ts';

const reply = {
  token: 't-1',
  name: 'Dr. Farooqi',
  email: 'farooqi@university.edu',
  userId: 'u-1',
  studentId: 's-1',
  teacherId: 't-9',
  groupId: 'g-1',
  message: 'Login successful!',
};

test('teacherId is kept for faculty only, groupId for students only', () => {
  const kept = (role: 'admin' | 'faculty' | 'student') => {
    const { teacherId, groupId } = sessionOf({ ...reply, role });
    return { teacherId, groupId };
  };
  expect(kept('faculty')).toEqual({ teacherId: 't-9', groupId: undefined });
  expect(kept('student')).toEqual({ teacherId: undefined, groupId: 'g-1' });
  expect(kept('admin')).toEqual({ teacherId: undefined, groupId: undefined });
});

test.each([
  [{ next: '/students?semester=8#marks' }, '/students?semester=8#marks'],
  [{ next: '//elsewhere.example' }, '/'],
  [{ next: '/\\elsewhere.example' }, '/'],
  [{ next: 'https://elsewhere.example' }, '/'],
  [{ next: 7 }, '/'],
  [null, '/'],
  [undefined, '/'],
])('after %j one goes to %s', (state, next) => {
  expect(nextOf(state)).toBe(next);
});

test('the email of a new account stands in the login form', () => {
  expect(emailOf({ email: 'ayesha@university.edu' })).toBe('ayesha@university.edu');
  expect(emailOf(null)).toBe('');
});
