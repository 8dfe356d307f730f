import { z } from 'zod';
import { type CollectedKinds, collectKinds, countedActionNames } from './features.ts';

export type AuditAction = keyof CollectedKinds<'auditActions'>;

/** Labels of the actions that the audit trail records. */
export const auditActions: Readonly<Record<AuditAction, string>> = collectKinds('auditActions');

export const AuditAction = z.enum(Object.keys(auditActions) as AuditAction[], {
  error: 'Unknown audit action.',
});

/** Actions of which a repetition within a minute is counted in the first entry instead of adding another one. */
export const countedActions: ReadonlySet<AuditAction> = new Set<AuditAction>(countedActionNames);
