import { expect, test } from 'vitest';
import { settingForms } from '#client/settings/forms/forms.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { formatPathLabels } from './format-path-labels.ts';

test.each<[SettingName, string[], string]>([
  ['department', ['office', 'room'], 'Office › Room'],
  ['deadlines', ['Thesis', 'due'], 'Thesis › Due'],
  ['deadlines', ['(order)'], 'Order'],
  [
    'scheme',
    ['parts', 'Semester 7', 'milestones', 'Viva', 'total'],
    'Parts › Semester 7 › Milestones › Viva › Total',
  ],
  ['faq', ['Fees', 'questions', 'How much?', 'answer'], 'Fees › Questions › How much? › Answer'],
  ['choices', ['supervisors', '(order)'], 'Supervisors › Order'],
  ['deadlines', ['Thesis', 'id'], 'Thesis › id'],
])('formatPathLabels returns the labels of the %s form for the path %j', (name, path, label) => {
  expect(formatPathLabels(settingForms[name], path)).toBe(label);
});
