import type { BoardViewSection } from '#client/feature.ts';
import { MilestoneScreen } from './milestone/milestone-screen.tsx';

export const pageSections: readonly BoardViewSection[] = [
  { order: 10, parameter: 'mark', Component: MilestoneScreen },
];
