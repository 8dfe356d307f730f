import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildSampleOutcomes } from '#tools/test/outcomes.ts';

/** Saves the sample outcomes as those of the current cohort, or of the cohort with this code. */
export async function defineTestOutcomes(portal: Portal, cohort?: string): Promise<void> {
  const build = (value: object) => void Object.assign(value, buildSampleOutcomes());
  await portal.admin.call(saveSetting, await buildSettingChange(portal, 'outcomes', build, cohort));
}
