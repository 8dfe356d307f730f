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
      'Students list and upload course certificates, and staff check them. Without this module, deadlines don’t require them.',
  },
  fatherName: {
    label: 'Father’s name',
    description: 'A field for each member in the proposal form, group editor, imports and exports.',
  },
  feeProof: {
    label: 'Fee proof',
    description:
      'A PDF from each member in the proposal form, checked by staff. Without this module, deadlines don’t require it.',
  },
  cv: {
    label: 'CV',
    description: 'The optional file in the signup form, and its column in the list of users.',
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
