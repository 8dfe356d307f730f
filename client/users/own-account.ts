import { queryClient } from '#client/api/queries.ts';
import { getSession, removeStoredSession, startSession } from '#client/api/session/session.ts';
import { showToastAcrossRedirect } from '#client/api/toast.ts';
import { paths } from '#contract/paths.ts';
import type { User } from '#contract/users.ts';

export function updateOwnSession({ _id, name, email }: User) {
  const session = getSession();
  if (session?.userId === _id) startSession({ ...session, name, email });
}

/** Logs an admin out after a change to their own account (such as a new role) has ended their server sessions. */
export async function logOutAfterOwnChange() {
  // The server refuses requests after the change, and a refusal would open the login dialog on this page.
  await queryClient.cancelQueries();
  removeStoredSession();
  showToastAcrossRedirect('info', 'Your account has changed, so you are logged out. Log in again.');
  location.assign(paths.login);
}
