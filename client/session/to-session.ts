import type { Session } from '#client/api/session.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { login } from '#contract/session.ts';

/** Returns the session of a login reply. Only faculty have a teacherId, only students a groupId. */
export function toSession(reply: Omit<ReplyOf<typeof login>, 'message'>): Session {
  const { token, role, name, email, userId, teacherId, groupId, passwordEndsAt } = reply;
  return {
    token,
    role,
    name,
    email,
    userId,
    teacherId: role === 'faculty' ? teacherId : undefined,
    groupId: role === 'student' ? groupId : undefined,
    passwordEndsAt,
  };
}
