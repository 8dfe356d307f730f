import type { StudentMarksSection } from '#client/feature.ts';
import { ResultSheetButton } from './sheet-button.tsx';

export const pageSections: readonly StudentMarksSection[] = [
  { order: 10, Component: ResultSheetButton },
];
