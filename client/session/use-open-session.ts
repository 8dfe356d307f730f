import { useNavigate } from 'react-router';
import { queryClient } from '#client/api/queries.ts';
import { type Session, startSession, writeStoredSession } from '#client/api/session/session.ts';

type ShowToast = { afterRedirect?: () => void; now?: () => void };

/**
 * Returns a function that opens a page for a new session. It loads a new document, which discards the data of the previous
 * user. If the browser stores nothing, the session exists in this document only, so it opens the page within it.
 */
export function useOpenSession() {
  const navigate = useNavigate();
  return (session: Session, path: string, onToast: ShowToast = {}) => {
    const isStored = writeStoredSession(session);
    // A file needs only the cookie that the login has set.
    const isFile = path.startsWith('/api/');
    if (isStored) onToast.afterRedirect?.();
    else onToast.now?.();
    if (isStored || isFile) return location.assign(path);
    queryClient.clear();
    startSession(session);
    void navigate(path);
  };
}
