import type { ComponentProps } from 'react';
import type { MarkSection, VivaSection } from '#client/feature.ts';
import { renderSections, sortSections } from '#client/layout/sections.tsx';

const markSections = sortSections<MarkSection>(
  import.meta.glob('../*/mark-section.tsx', { eager: true, import: 'pageSections' }),
);
const vivaSections = sortSections<VivaSection>(
  import.meta.glob('../*/viva-section.tsx', { eager: true, import: 'pageSections' }),
);

/** Renders what other features note below the marks of a member for a milestone. */
export const renderMarkSections = (context: ComponentProps<MarkSection['Component']>) =>
  renderSections(markSections, context);

/** Renders what other features note above the fields of a group's viva record. */
export const renderVivaSections = (groupId: string) => renderSections(vivaSections, { groupId });
