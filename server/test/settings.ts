import { getSetting, type SettingName, type SettingValue } from '#contract/settings.ts';
import type { Portal } from './portal.ts';

/** A write names its cohort. */
export const currentCohort = ({ content }: Portal) => ({ cohort: content.current.code });

export async function read<Name extends SettingName>(portal: Portal, name: Name) {
  const { version, value } = await portal.admin.call(getSetting, { params: { name } });
  return { version, value: value as SettingValue<Name> };
}

/** The input that saves what `by` makes of it. */
export async function change<Name extends SettingName>(
  portal: Portal,
  name: Name,
  by: (value: SettingValue<Name>) => void,
) {
  const { version, value } = await read(portal, name);
  by(value);
  return { params: { name }, query: currentCohort(portal), body: { version, value } };
}
