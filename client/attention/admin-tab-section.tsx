import type { AdminTabSection } from '#client/feature.ts';
import { AttentionTab } from './attention.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 50, tab: 'attention', label: 'Attention', Component: AttentionTab },
];
