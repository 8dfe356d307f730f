import { getSetting, type SettingName, type SettingValue } from '#contract/settings.ts';
import type { Portal } from '#server/test/portal.ts';

/** Returns the query parameter for the current cohort, which every write of a setting requires. */
export const buildCohortQuery = ({ content }: Portal) => ({ cohort: content.current.code });

export async function readSetting<Name extends SettingName>(portal: Portal, name: Name) {
  const { version, value } = await portal.admin.call(getSetting, { params: { name } });
  return { version, value: value as SettingValue<Name> };
}

/** Returns the input of `saveSetting` for the stored value, after `by` has modified the value. */
export async function buildSettingChange<Name extends SettingName>(
  portal: Portal,
  name: Name,
  by: (value: SettingValue<Name>) => void,
) {
  const { version, value } = await readSetting(portal, name);
  by(value);
  return { params: { name }, query: buildCohortQuery(portal), body: { version, value } };
}
