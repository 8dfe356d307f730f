import { sendRequest } from '#client/api/connection/send.ts';
import { saveOpenDrafts } from '#client/api/drafts/open-drafts.ts';
import { queryClient } from '#client/api/queries.ts';
import { clearDrafts } from '#client/api/session/browser-store.ts';
import { getSession, removeStoredSession, stopCalls } from '#client/api/session/session.ts';
import { showToastAcrossRedirect } from '#client/api/toast.ts';
import { paths } from '#contract/paths.ts';
import { logout } from '#contract/session.ts';

/** Timeout for the server's reply in ms. When it expires, the browser removes the token anyway. */
const timeoutMs = 3000;

/** Loads a new document to discard data in memory. Does not notify the session store, which would open /login. */
export async function logOut() {
  // The browser's copies of drafts are deleted below, so the server needs the last changes.
  await saveOpenDrafts(timeoutMs);
  // The server would refuse requests that arrive after the logout, and the refusal would open the login dialog.
  stopCalls();
  await queryClient.cancelQueries();
  const token = getSession()?.token;
  try {
    await sendRequest(logout, {}, token, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // If the server is unreachable, the session stays valid on the server until it expires.
  }
  removeStoredSession();
  clearDrafts();
  showToastAcrossRedirect('info', 'You are logged out.', 3000);
  location.assign(paths.home);
}
