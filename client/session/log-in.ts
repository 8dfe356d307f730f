import { z } from 'zod';
import { call } from '#client/api/connection/call.ts';
import { sendRequest } from '#client/api/connection/send.ts';
import type { Session } from '#client/api/session/session.ts';
import { toLenient } from '#client/api/to-lenient.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { findSession, login } from '#contract/session.ts';
import { toSession } from './to-session.ts';

const RequiredText = z.string().min(1);

/** Requires only the fields that the specification names for every role (spec 3). */
const LoginReply = toLenient(login.reply).extend({
  token: RequiredText,
  role: login.reply.shape.role,
  name: RequiredText,
});
const SessionReply = toLenient(findSession.reply);

/** Logs in. Reads values that the login reply omits from the server, or derives them from the other values. */
export async function logIn(body: EndpointInput<typeof login>['body']): Promise<Session> {
  const reply = LoginReply.parse(await call(login, { body }));
  const isComplete = reply.email !== undefined && reply.userId !== undefined;
  const details = isComplete ? undefined : await findDetails(reply.token);
  const email = reply.email ?? details?.email ?? body.email.trim();
  const teacherId = reply.teacherId ?? details?.teacherId;
  return toSession({
    ...reply,
    email,
    userId: reply.userId ?? details?.userId ?? reply.studentId ?? teacherId ?? email,
    teacherId,
    groupId: reply.groupId ?? details?.groupId,
    passwordEndsAt: reply.passwordEndsAt ?? details?.passwordEndsAt,
  });
}

/** Returns undefined if the server does not return the details, because the login was successful without them. */
async function findDetails(token: string) {
  const raw = await sendRequest(findSession, {}, token).catch(() => undefined);
  return raw?.status === 200 ? SessionReply.safeParse(raw.body).data : undefined;
}
