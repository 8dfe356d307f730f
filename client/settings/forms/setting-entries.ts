import type { PaletteEntry } from '#client/feature.ts';
import { findPage } from '#client/route-table.ts';
import { type Field, isItemList } from '#client/settings/kit/fields.ts';
import { links } from '#contract/links.ts';
import { isModuleEnabled, type Modules } from '#contract/settings/modules.ts';
import { settingDefinitions, settingNames } from '#contract/settings/settings.ts';
import { settingForms } from './forms.ts';

/** Returns the labels and descriptions of a field and of the fields in it. */
function listTexts(field: Field): string[] {
  const { label, description = '' } = field;
  return [label, description, ...listNested(field).flatMap(listTexts)];
}

function listNested(field: Field): readonly Field[] {
  if (field.kind === 'object') return field.fields;
  return field.kind === 'list' && isItemList(field) ? field.items : [];
}

/** Lists the pages of the settings, which are found by the words of their fields. */
export const listSettingEntries = (modules: Modules): PaletteEntry[] =>
  settingNames
    .filter((name) => isModuleEnabled(modules, findPage(links.cohortSetting(name))?.module))
    .map((name) => ({
      to: links.cohortSetting(name),
      label: settingDefinitions[name].label,
      detail: 'Settings',
      words: listTexts(settingForms[name]).join('\n'),
    }));
