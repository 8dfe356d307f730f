import type { AdminTabSection } from '#client/feature.ts';
import { UndeliveredEmails } from './undelivered-emails.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 30, tab: 'emails', label: 'Emails', Component: UndeliveredEmails },
];
