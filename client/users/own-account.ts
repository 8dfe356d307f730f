import { getSession, removeSession, startSession } from '#client/api/session.ts';
import { toastAcrossRedirect } from '#client/api/toast.ts';
import { paths } from '#client/paths.ts';
import type { User } from '#contract/users.ts';

/** The admin has changed their own name or email: the page shows the new ones at once. */
export function followOwnAccount({ _id, name, email }: User) {
  const session = getSession();
  if (session?.userId === _id) startSession({ ...session, name, email });
}

/** The admin has ended their own session by a new role, password or block: to the login page, with the reason. */
export function leaveAfterOwnChange() {
  removeSession(localStorage);
  toastAcrossRedirect('info', 'Your account has changed, so you are signed out. Log in again.');
  location.assign(paths.login);
}
