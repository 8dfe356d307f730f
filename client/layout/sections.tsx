import type { ReactNode } from 'react';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import type { PageSection } from '#client/feature.ts';
import type { ModuleName } from '#contract/settings/modules.ts';

/** `files` is the result of `import.meta.glob`. */
export const sortSections = <S extends { order: number }>(files: Record<string, readonly S[]>) =>
  Object.values(files)
    .flat()
    .sort((a, b) => a.order - b.order);

export const renderSections = <Context extends object>(
  sections: readonly PageSection<Context>[],
  context: Context,
) =>
  sections.map(({ order, module, Component }) => (
    <OfModule key={order} module={module}>
      <Component {...context} />
    </OfModule>
  ));

function OfModule({ module, children }: { module: ModuleName | undefined; children: ReactNode }) {
  return useIsModuleEnabled(module) ? children : null;
}
