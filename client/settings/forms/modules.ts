import type { Field } from '#client/settings/kit/fields.ts';
import { type ModuleName, moduleNames } from '#contract/settings/modules.ts';
import { createObjectForm } from './parts.ts';

const modules: Record<ModuleName, { label: string; description: string }> = {
  courses: {
    label: 'Online courses',
    description: 'The page with the list of courses, and the choice of a course for a certificate.',
  },
  certificates: {
    label: 'Certificates',
    description:
      'Certificates of courses: students list and upload them, staff check them. Without the module, deadlines do not ask for them.',
  },
  fatherName: {
    label: 'Father’s name',
    description:
      'A field of each member in the proposal form, in the group editor, in imports and in exports.',
  },
  feeProof: {
    label: 'Fee proof',
    description:
      'A PDF of each member in the proposal form, which staff check. Without the module, deadlines do not ask for it.',
  },
  cv: {
    label: 'CV',
    description: 'The optional file of the signup form, and its column in the list of users.',
  },
  developers: {
    label: 'Developers page',
    description: 'The page about the people who built the portal, with its link in the menu.',
  },
};

export const moduleOptions = moduleNames.map((name) => ({
  value: name,
  label: modules[name].label,
}));

export const modulesForm = createObjectForm(
  moduleNames.map(
    (name): Field => ({ kind: 'switch', name, ...modules[name], isOnByDefault: true }),
  ),
);
