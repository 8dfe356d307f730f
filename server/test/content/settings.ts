import { getSetting, type SettingName, type SettingValue } from '#contract/settings/settings.ts';
import type { Portal } from '#server/test/portal.ts';

export const buildCohortQueryParams = ({ content }: Pick<Portal, 'content'>) => ({
  cohort: content.current.code,
});

export async function readSetting<Name extends SettingName>(
  portal: Pick<Portal, 'admin'>,
  name: Name,
  cohort?: string,
) {
  const input = { params: { name }, query: { cohort } };
  const { version, value } = await portal.admin.call(getSetting, input);
  return { version, value: value as SettingValue<Name> };
}

/** Applies the function `by` to the current value of a setting, and returns the input for `saveSetting`. */
export async function buildSettingChange<Name extends SettingName>(
  portal: Pick<Portal, 'admin' | 'content'>,
  name: Name,
  by: (value: SettingValue<Name>) => void,
  cohort?: string,
) {
  const { version, value } = await readSetting(portal, name, cohort);
  by(value);
  return {
    params: { name },
    query: { ...buildCohortQueryParams(portal), ...(cohort && { cohort }) },
    body: { version, value },
  };
}
