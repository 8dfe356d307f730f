import { useSyncExternalStore } from 'react';
import { Role } from '#contract/values/roles.ts';
import { safeStorage } from './safe-storage.ts';

export type Session = {
  token: string;
  role: Role;
  name: string;
  email: string;
  userId: string;
  teacherId?: string;
  groupId?: string;
  /** ISO 8601 deadline for replacing a one-time password. */
  passwordEndsAt?: string;
};

/** Keys in write order, with the token last, so that other tabs never read an incomplete session. */
const keys = [
  ...(['role', 'name', 'email', 'userId', 'teacherId', 'groupId', 'passwordEndsAt'] as const),
  'token',
] as const;

export function readStoredSession(
  storage: Pick<Storage, 'getItem'> = safeStorage.local,
): Session | undefined {
  const stored = Object.fromEntries(
    keys.flatMap((key) => {
      const value = storage.getItem(key);
      return value ? [[key, value]] : [];
    }),
  );
  const role = Role.safeParse(stored.role);
  // Accept a session without an email address: the student page then tells the user what to do (spec 8).
  const { token, name, email = '', userId, teacherId, groupId, passwordEndsAt } = stored;
  if (!role.success || !token || !name || !userId) return undefined;
  return { token, role: role.data, name, email, userId, teacherId, groupId, passwordEndsAt };
}

/** Returns false if the session is lost when the page is reloaded. */
export function writeStoredSession(
  session: Session,
  storage: Pick<typeof safeStorage.local, 'setItem' | 'removeItem'> = safeStorage.local,
): boolean {
  removeStoredSession(storage);
  const isStored = keys.map((key) => {
    const value = session[key];
    return value === undefined || storage.setItem(key, value);
  });
  return isStored.every(Boolean);
}

/** Removes the keys in reverse order, so that other tabs never read an incomplete session. */
export function removeStoredSession(storage: Pick<Storage, 'removeItem'> = safeStorage.local) {
  for (const key of [...keys].reverse()) storage.removeItem(key);
}

let current: Session | undefined;
let isLoggingOut = false;
const listeners = new Set<() => void>();

function refresh() {
  const read = readStoredSession();
  if (JSON.stringify(read) === JSON.stringify(current)) return;
  // Leave the page if a different user has logged in in another tab.
  const isSomebodyElse = current && read && current.userId !== read.userId;
  current = read;
  if (isSomebodyElse) location.assign('/');
  else for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  current = readStoredSession();
  window.addEventListener('storage', refresh);
  // A page restored from the back/forward cache may belong to an ended session.
  window.addEventListener('pageshow', () => {
    isLoggingOut = false;
    refresh();
  });
}

export function getSession(): Session | undefined {
  return current;
}

/** Stops further calls, which the server would refuse after the logout. The page must be left afterwards. */
export function stopCalls() {
  isLoggingOut = true;
}

export const areCallsStopped = () => isLoggingOut;

export function clearSession() {
  removeStoredSession();
  refresh();
}

export function startSession(session: Session) {
  current = session;
  writeStoredSession(session);
  for (const listener of listeners) listener();
}

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

/** Re-renders the component when the session changes, even in another tab. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, getSession, getSession);
}
