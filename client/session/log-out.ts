import { clearDrafts } from '#client/api/browser-store.ts';
import { send } from '#client/api/send.ts';
import { getSession, removeSession } from '#client/api/session.ts';
import { toastAcrossRedirect } from '#client/api/toast.ts';
import { paths } from '#client/paths.ts';
import { logout } from '#contract/session.ts';

/** How long the server may take to end the token before the browser forgets it anyway. */
const timeoutMs = 3000;

/**
 * Ends the session on the server and in this browser, and goes to / by a full load, which empties
 * everything the pages still hold. The store is not notified: the guard would send the page to /login first.
 */
export async function logOut() {
  const token = getSession()?.token;
  try {
    await send(logout, {}, token, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // Without the server the token is at least removed here; it expires when idle.
  }
  removeSession(localStorage);
  clearDrafts();
  toastAcrossRedirect('info', 'You are logged out.', 3000);
  location.assign(paths.home);
}
