import type { AuditAction } from '#contract/audit-actions.ts';
import type { Role } from '#contract/values/roles.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';

type Account = {
  name: string;
  email: string;
  role: Role;
  blocked_at: string | null;
  email_confirmed_at: string | null;
  supervises: number;
};

export async function recordUserUpdate(
  context: WriteContext,
  userId: string,
  {
    before,
    after,
    passwordChange,
    samePerson,
  }: {
    before: Account;
    after: Account;
    /** How the password changed. */
    passwordChange?: string | undefined;
    samePerson?: string | undefined;
  },
): Promise<void> {
  const { caller } = context;
  const renamed = (['name', 'email'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${before[field]} → ${after[field]}`);
  const confirmed = samePerson ? [`the same person (“${samePerson}”)`] : [];
  const supervising = after.supervises === 1 ? 'supervises from now on' : 'supervises no longer';
  const happened: [AuditAction, boolean, string?][] = [
    ['account-changed', renamed.length > 0, [...renamed, ...confirmed].join('; ')],
    ['account-changed', before.supervises !== after.supervises, supervising],
    ['role-changed', before.role !== after.role, `${before.role} → ${after.role}`],
    ['account-blocked', before.blocked_at === null && after.blocked_at !== null],
    ['account-unblocked', before.blocked_at !== null && after.blocked_at === null],
    [
      'account-confirmed',
      before.email_confirmed_at !== after.email_confirmed_at,
      'the admin vouches for the address',
    ],
    ['password-changed', passwordChange !== undefined, passwordChange],
  ];
  const subject = toUserSubject({ ...after, userId });
  for (const [action, isTrue, detail] of happened) {
    if (isTrue) await recordAuditEntry(context, { action, by: caller, subject, detail });
  }
}
