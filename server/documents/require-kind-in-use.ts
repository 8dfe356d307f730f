import { Problem } from '#contract/problem.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { formatModuleOff, isModuleEnabled } from '#contract/settings/modules.ts';
import type { PortalContent } from '#server/content/content.ts';

/** Throws `module-off` if the department does not use the kind of file. */
export function requireKindInUse({ modules }: PortalContent, kind: DocumentKind): void {
  const { module } = getKindFacts(kind);
  if (module && !isModuleEnabled(modules, module))
    throw new Problem('module-off', formatModuleOff(module));
}
