import { describe, expect, it } from 'vitest';
import { defaultModules, moduleNames } from '#contract/settings/modules.ts';
import { roles } from '#contract/values/roles.ts';
import { pages } from './features.ts';
import { decideAccess, listNavigationPages } from './route-table.ts';

describe.each(moduleNames)('the pages of the module %s', (name) => {
  const modules = { ...defaultModules, [name]: false };
  const ofModule = pages.filter(({ module }) => module === name);

  it.each(roles)('are not in the menu of the role %s while the module is switched off', (role) => {
    const menu = listNavigationPages(role, modules);
    expect(menu.filter((page) => ofModule.includes(page))).toEqual([]);
    const rest = listNavigationPages(role, defaultModules).filter(
      (page) => !ofModule.includes(page),
    );
    expect(menu).toEqual(rest);
  });

  it('cannot be opened by anybody while the module is switched off', () => {
    const decisions = ofModule.flatMap((page) =>
      [undefined, ...roles].map((role) => decideAccess(page, role, modules)),
    );
    expect(decisions.filter((decision) => decision === 'open')).toEqual([]);
    for (const page of ofModule) expect(decideAccess(page, 'admin', modules)).toBe('module-off');
  });
});
