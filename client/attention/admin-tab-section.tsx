import type { AdminTabSection } from '#client/feature.ts';
import { Attention } from './attention.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 50, tab: 'attention', label: 'Attention', Component: Attention },
];
