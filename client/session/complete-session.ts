import { sendRequest } from '#client/api/connection/send.ts';
import { removeStoredSession, startSession } from '#client/api/session/session.ts';
import { findSession } from '#contract/session.ts';
import { toSession } from './to-session.ts';

/** Fetches the details of a session if only its token is stored. Removes the session if the token has expired. */
export async function loadSessionDetails(token: string): Promise<void> {
  const { status, body } = await sendRequest(findSession, {}, token);
  if (status === 401) removeStoredSession();
  if (status !== 200) return;
  startSession(toSession({ ...findSession.reply.parse(body), token }));
}
