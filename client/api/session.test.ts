import { beforeEach, expect, test } from 'vitest';
import { readSession, removeSession, type Session, writeSession } from './session.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
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

test('writeSession stores all fields of a student’s session and nothing else', () => {
  writeSession(storage, student);
  expect(Object.fromEntries(stored)).toEqual(student);
  expect(readSession(storage)).toEqual({ ...student, teacherId: undefined });
});

test('writeSession removes values of the previous session that the new session does not have', () => {
  writeSession(storage, student);
  const faculty: Session = { ...student, role: 'faculty', teacherId: 't-9', groupId: undefined };
  writeSession(storage, faculty);
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
  writeSession(storage, student);
  expect([...stored.keys()].at(-1)).toBe('token');
  const removed: string[] = [];
  removeSession({ removeItem: (key) => void removed.push(key) });
  expect(removed[0]).toBe('token');
});

test('removeSession removes every session key and keeps unrelated keys', () => {
  stored.set('developers', '[]');
  writeSession(storage, student);
  removeSession(storage);
  expect([...stored.keys()]).toEqual(['developers']);
});

test.each(['token', 'role', 'name', 'userId'])(
  'readSession returns undefined if the key %s is missing',
  (key) => {
    writeSession(storage, student);
    stored.delete(key);
    expect(readSession(storage)).toBeUndefined();
  },
);

test('readSession returns undefined for an unknown role', () => {
  writeSession(storage, student);
  stored.set('role', 'dean');
  expect(readSession(storage)).toBeUndefined();
});
