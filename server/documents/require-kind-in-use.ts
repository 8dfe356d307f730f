import { Problem } from '#contract/problem.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { findModuleOfKind, formatModuleOff, isModuleEnabled } from '#contract/settings/modules.ts';
import type { PortalContent } from '#server/content/content.ts';

/** Throws `module-off` if the department does not use the kind of file. */
export function requireKindInUse({ modules }: PortalContent, kind: DocumentKind): void {
  const module = findModuleOfKind(kind);
  if (module && !isModuleEnabled(modules, module))
    throw new Problem('module-off', formatModuleOff(module));
}
