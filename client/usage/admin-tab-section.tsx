import type { AdminTabSection } from '#client/feature.ts';
import { RequestUsage } from './request-usage.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 55, tab: 'attention', label: 'Attention', Component: RequestUsage },
];
