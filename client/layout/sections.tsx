import type { PageSection } from '#client/feature.ts';

/** `files` is the result of `import.meta.glob`. */
export const sortSections = <S extends { order: number }>(files: Record<string, readonly S[]>) =>
  Object.values(files)
    .flat()
    .sort((a, b) => a.order - b.order);

export const renderSections = <Context extends object>(
  sections: readonly PageSection<Context>[],
  context: Context,
) => sections.map(({ order, Component }) => <Component key={order} {...context} />);
