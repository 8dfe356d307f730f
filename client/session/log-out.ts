import { sendRequest } from '#client/api/connection/send.ts';
import { clearDrafts } from '#client/api/session/browser-store.ts';
import { getSession, removeStoredSession } from '#client/api/session/session.ts';
import { showToastAcrossRedirect } from '#client/api/toast.ts';
import { paths } from '#contract/paths.ts';
import { logout } from '#contract/session.ts';

/** Timeout for the server's reply in ms. When it expires, the browser removes the token anyway. */
const timeoutMs = 3000;

/** Loads a new document to discard data in memory. Does not notify the session store, which would open /login. */
export async function logOut() {
  const token = getSession()?.token;
  try {
    await sendRequest(logout, {}, token, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // If the server is unreachable, the session stays valid on the server until it expires.
  }
  removeStoredSession(localStorage);
  clearDrafts();
  showToastAcrossRedirect('info', 'You are logged out.', 3000);
  location.assign(paths.home);
}
