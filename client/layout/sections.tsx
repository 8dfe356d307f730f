import type { Section } from '#client/feature.ts';

/**
 * Returns the sections of one place, sorted. `files` are the features' files for the place, as the glob returns them.
 */
export const sortSections = <S extends { order: number }>(files: Record<string, readonly S[]>) =>
  Object.values(files)
    .flat()
    .sort((a, b) => a.order - b.order);

export const renderSections = <Context extends object>(
  sections: readonly Section<Context>[],
  context: Context,
) => sections.map(({ order, Component }) => <Component key={order} {...context} />);
