import type { AdminTabSection } from '#client/feature.ts';
import { AuditList } from './audit-list.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 60, tab: 'audit', label: 'Audit', Component: AuditList },
];
