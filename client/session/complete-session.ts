import { send } from '#client/api/send.ts';
import { removeSession, startSession } from '#client/api/session.ts';
import { findSession } from '#contract/session.ts';
import { sessionOf } from './session-of.ts';

/**
 * Reads from the server what is missing beside a stored token, which alone counts as logged in (decisions), and stores
 * it. Removes a token that has expired. Leaves the storage as it is if the server cannot be reached.
 */
export async function completeSession(token: string): Promise<void> {
  const { status, body } = await send(findSession, {}, token);
  if (status === 401) removeSession(localStorage);
  if (status !== 200) return;
  startSession(sessionOf({ ...findSession.reply.parse(body), token }));
}
