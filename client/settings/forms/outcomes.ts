import { type Field, type ListItem, toSelectOptions } from '#client/settings/kit/fields.ts';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import { createObjectForm, createTextField, formatItemCount } from './parts.ts';

const weight: Field = {
  kind: 'number',
  name: 'weight',
  label: 'Weight',
  description: 'Relative to the other weights of this list.',
};

const detailOfWeight = ({ weight: value }: ListItem) => `weight ${value === '' ? '–' : value}`;

const plos: Field = {
  kind: 'list',
  name: 'plos',
  label: 'Program learning outcomes (PLOs)',
  noun: 'PLO',
  description: 'Also called graduate attributes. Reports list them in this order.',
  items: [
    createTextField('code', 'Code', {
      description: 'For example PLO1. Sessions are compared by code.',
    }),
    createTextField('title', 'Title', { description: 'For example Problem analysis.' }),
    createTextField('description', 'Description', {
      description: 'What graduates can do. Printed in the report.',
      rows: 3,
    }),
    {
      kind: 'many',
      name: 'programs',
      label: 'Programs',
      description:
        'If none is selected, it applies to all programs. Programs can define the same code differently.',
      isOptional: true,
      options: (lists) => toSelectOptions(lists.programs),
    },
  ],
  detail: ({ title, programs }) =>
    [title, Array.isArray(programs) && programs.length > 0 ? programs.join(', ') : '']
      .filter(Boolean)
      .join('; '),
};

/** Returns the codes that have been entered, also if they are not saved yet. */
function listPloCodes(root: unknown): string[] {
  const { plos: entered = [] } = (root ?? {}) as Partial<OutcomeSettings>;
  return [...new Set(entered.map(({ code }) => code.trim()))].filter((code) => code !== '');
}

const clos: Field = {
  kind: 'list',
  name: 'clos',
  label: 'Course learning outcomes (CLOs)',
  noun: 'CLO',
  description: 'Without CLOs, learning outcomes aren’t measured.',
  items: [
    createTextField('code', 'Code', {
      description: 'For example CLO1. Must differ from all PLO codes.',
    }),
    createTextField('description', 'Description', {
      description: 'What students can do after the project.',
      rows: 3,
    }),
    {
      kind: 'list',
      name: 'milestones',
      label: 'Milestones',
      noun: 'milestone',
      description: 'Their marks are the evidence. Without milestones, the outcome isn’t measured.',
      items: [
        {
          kind: 'choice',
          name: 'milestone',
          label: 'Milestone',
          description: 'A milestone of the marking scheme.',
          options: (lists) => lists.milestones,
        },
        weight,
      ],
      detail: detailOfWeight,
    },
    {
      kind: 'list',
      name: 'plos',
      label: 'PLOs it contributes to',
      noun: 'mapping',
      description: 'Its row in the mapping matrix.',
      items: [
        {
          kind: 'choice',
          name: 'plo',
          label: 'PLO',
          description: 'The code of a PLO above.',
          options: (_lists, root) => toSelectOptions(listPloCodes(root)),
        },
        weight,
      ],
      detail: detailOfWeight,
    },
  ],
  detail: ({ milestones, plos: mapped }) =>
    `${formatItemCount(milestones, 'milestone')}, ${formatItemCount(mapped, 'PLO')}`,
};

export const outcomesForm = createObjectForm([
  {
    kind: 'number',
    name: 'studentPercent',
    label: 'Student threshold (%)',
    description: 'A student attains an outcome with at least this percentage of its marks.',
  },
  {
    kind: 'number',
    name: 'cohortPercent',
    label: 'Session threshold (%)',
    description:
      'A session attains an outcome if at least this percentage of the students with marks attain it.',
  },
  plos,
  clos,
]);
