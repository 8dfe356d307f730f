import { expect, test } from 'vitest';
import { links } from '#contract/links.ts';
import { getEmailFromRouterState, getPathAfterLogin } from './next-path.ts';
import { toSession } from './to-session.ts';

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

test('toSession returns a teacherId only for faculty and a groupId only for students', () => {
  const getStoredIds = (role: 'admin' | 'faculty' | 'student') => {
    const { teacherId, groupId } = toSession({ ...reply, role });
    return { teacherId, groupId };
  };
  expect(getStoredIds('faculty')).toEqual({ teacherId: 't-9', groupId: undefined });
  expect(getStoredIds('student')).toEqual({ teacherId: undefined, groupId: 'g-1' });
  expect(getStoredIds('admin')).toEqual({ teacherId: undefined, groupId: undefined });
});

test.each([
  [{ next: '/students?semester=8#marks' }, '/students?semester=8#marks'],
  [{ next: '//elsewhere.example' }, '/'],
  [{ next: '/\\elsewhere.example' }, '/'],
  [{ next: 'https://elsewhere.example' }, '/'],
  [{ next: 7 }, '/'],
  [null, '/'],
  [undefined, '/'],
])(
  'getPathAfterLogin maps the router state %j, or a link to the login page with it, to %s',
  (state, next) => {
    expect(getPathAfterLogin(state)).toBe(next);
    const { search } = new URL(links.logInTo(String(state?.next ?? '')), 'http://portal');
    expect(getPathAfterLogin(null, search)).toBe(next);
  },
);

test('getEmailFromRouterState returns the email address in the router state, or an empty string if there is none', () => {
  expect(getEmailFromRouterState({ email: 'ayesha@university.edu' })).toBe('ayesha@university.edu');
  expect(getEmailFromRouterState(null)).toBe('');
});
