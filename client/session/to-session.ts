import type { Session } from '#client/api/session/session.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { login } from '#contract/session.ts';

/** Converts a login reply to a session. Only faculty have a teacherId, and only students have a groupId. */
export function toSession(
  reply: Omit<EndpointReply<typeof login>, 'message' | 'studentId'>,
): Session {
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
