import { beforeEach, expect, test } from 'vitest';
import {
  readStoredSession,
  removeStoredSession,
  type Session,
  writeStoredSession,
} from './session.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value) === stored,
  removeItem: (key: string) => void stored.delete(key),
};

const student: Session = {
  token: 't-1',
  role: 'student',
  name: 'Ayesha Khan',
  email: 'ayesha@university.edu',
  userId: 'u-1',
  groupId: 'g-1',
};

beforeEach(() => stored.clear());

test('writeStoredSession stores all fields of a student’s session and nothing else', () => {
  writeStoredSession(student, storage);
  expect(Object.fromEntries(stored)).toEqual(student);
  expect(readStoredSession(storage)).toEqual({ ...student, teacherId: undefined });
});

test('writeStoredSession removes values of the previous session that the new session does not have', () => {
  writeStoredSession(student, storage);
  const faculty: Session = { ...student, role: 'faculty', teacherId: 't-9', groupId: undefined };
  writeStoredSession(faculty, storage);
  expect([...stored.keys()].sort()).toEqual([
    'email',
    'name',
    'role',
    'teacherId',
    'token',
    'userId',
  ]);
});

test('a session’s token is written last and removed first, so that other tabs never read an incomplete session', () => {
  writeStoredSession(student, storage);
  expect([...stored.keys()].at(-1)).toBe('token');
  const removed: string[] = [];
  removeStoredSession({ removeItem: (key) => void removed.push(key) });
  expect(removed[0]).toBe('token');
});

test('removeStoredSession removes every session key and keeps unrelated keys', () => {
  stored.set('developers', '[]');
  writeStoredSession(student, storage);
  removeStoredSession(storage);
  expect([...stored.keys()]).toEqual(['developers']);
});

test.each(['token', 'role', 'name', 'userId'])(
  'readStoredSession returns undefined if the key %s is missing',
  (key) => {
    writeStoredSession(student, storage);
    stored.delete(key);
    expect(readStoredSession(storage)).toBeUndefined();
  },
);

test('readStoredSession returns undefined for an unknown role', () => {
  writeStoredSession(student, storage);
  stored.set('role', 'dean');
  expect(readStoredSession(storage)).toBeUndefined();
});
