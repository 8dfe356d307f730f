import type { StudentMarksSection } from '#client/feature.ts';
import { SheetButton } from './sheet-button.tsx';

export const pageSections: readonly StudentMarksSection[] = [{ order: 10, Component: SheetButton }];
