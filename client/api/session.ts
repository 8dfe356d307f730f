import { useSyncExternalStore } from 'react';
import { Role } from '#contract/endpoint.ts';

/** Who is signed in, as the browser's storage says. */
export type Session = {
  token: string;
  role: Role;
  name: string;
  email: string;
  userId: string;
  teacherId?: string;
  groupId?: string;
  /** Of a one-time password: until when another must be chosen. */
  passwordEndsAt?: string;
};

/** The token comes last: a session counts once it is there, so no other tab sees half a login. */
const keys = [
  ...(['role', 'name', 'email', 'userId', 'teacherId', 'groupId', 'passwordEndsAt'] as const),
  'token',
] as const;

/** What the storage holds; undefined when signed out or when a value cannot be right. */
export function readSession(storage: Pick<Storage, 'getItem'>): Session | undefined {
  const stored = Object.fromEntries(
    keys.flatMap((key) => {
      const value = storage.getItem(key);
      return value ? [[key, value]] : [];
    }),
  );
  const role = Role.safeParse(stored.role);
  // Without an email the session stands: the student's page says what to do then (spec 8).
  const { token, name, email = '', userId, teacherId, groupId, passwordEndsAt } = stored;
  if (!role.success || !token || !name || !userId) return undefined;
  return { token, role: role.data, name, email, userId, teacherId, groupId, passwordEndsAt };
}

/** Writes a session's keys (decisions); those of an earlier session do not stay behind. */
export function writeSession(storage: Pick<Storage, 'setItem' | 'removeItem'>, session: Session) {
  removeSession(storage);
  for (const key of keys) {
    const value = session[key];
    if (value !== undefined) storage.setItem(key, value);
  }
}

/** Removes a session's keys and nothing else: `developers` stays. */
export function removeSession(storage: Pick<Storage, 'removeItem'>) {
  for (const key of [...keys].reverse()) storage.removeItem(key);
}

let current: Session | undefined;
const listeners = new Set<() => void>();

function refresh() {
  const read = readSession(localStorage);
  if (JSON.stringify(read) === JSON.stringify(current)) return;
  // Somebody else logged in in another tab: what this page shows is not theirs.
  const isSomebodyElse = current && read && current.userId !== read.userId;
  current = read;
  if (isSomebodyElse) location.assign('/');
  else for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  current = readSession(localStorage);
  window.addEventListener('storage', refresh);
  // A page that comes back from the browser's memory may belong to a session that has expired.
  window.addEventListener('pageshow', refresh);
}

export function getSession(): Session | undefined {
  return current;
}

/** The session has ended on the server, and with it everything the browser keeps of it. */
export function dropSession() {
  removeSession(localStorage);
  refresh();
}

export function startSession(session: Session) {
  current = session;
  writeSession(localStorage, session);
  for (const listener of listeners) listener();
}

/** Follows a change of the signed-in person's own data, such as the group they have just made. */
export function updateSession(
  change: Partial<Pick<Session, 'name' | 'email' | 'groupId' | 'passwordEndsAt'>>,
) {
  if (current) startSession({ ...current, ...change });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The signed-in person, or undefined; follows other tabs. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, getSession, getSession);
}
