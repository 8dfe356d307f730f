import type { ModuleName } from '#contract/settings/modules.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildSettingChange } from './settings.ts';

export async function switchModule(portal: Portal, name: ModuleName, isOn: boolean) {
  const change = await buildSettingChange(portal, 'modules', (modules) => {
    modules[name] = isOn;
  });
  await portal.admin.call(saveSetting, change);
}
