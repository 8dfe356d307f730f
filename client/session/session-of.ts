import type { Session } from '#client/api/session.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { login } from '#contract/session.ts';

/** What the browser keeps of a login (decisions): teacherId for faculty, groupId for a student with a group, passwordEndsAt with a one-time password. */
export function sessionOf(reply: Omit<ReplyOf<typeof login>, 'message'>): Session {
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
