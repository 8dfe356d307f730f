import type { AdminTabSection } from '#client/feature.ts';
import { ExtensionRequests } from './extension-requests.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 40, tab: 'attention', label: 'Attention', Component: ExtensionRequests },
];
