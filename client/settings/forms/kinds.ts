import type { Field, ListItem, SelectOption } from '#client/settings/kit/fields.ts';
import { documentKinds, isKindInUse, standardKinds } from '#contract/rules/document-kinds.ts';
import { fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import type { CohortKind } from '#contract/settings/kinds.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { createObjectForm, createTextField } from './parts.ts';

const maxMb: Field = {
  kind: 'number',
  name: 'maxMb',
  label: 'Maximum size (MB)',
  description: 'If empty, this installation’s limit applies.',
  isOptional: true,
};

export const kindsForm = createObjectForm([
  {
    kind: 'list',
    name: 'added',
    label: 'Kinds that this session adds',
    noun: 'kind of file',
    description: 'For example, a poster, a schematic or a video. Add it to a deadline afterwards.',
    items: [
      createTextField('title', 'Title', {
        description: 'Shown on the upload card and on the board.',
      }),
      { kind: 'id', name: 'id', label: 'Id' },
      {
        kind: 'many',
        name: 'types',
        label: 'File types',
        description: 'The content of each upload is checked, not only its name.',
        options: fileTypeKeys.map((value) => ({ value, label: fileTypes[value].label })),
      },
      maxMb,
      {
        kind: 'switch',
        name: 'perMember',
        label: 'Each member submits a file, not the group',
        description: 'You can’t change this once files have been submitted.',
      },
      {
        kind: 'switch',
        name: 'archived',
        label: 'No longer collected',
        description: 'Stops uploads. Submitted files stay available.',
      },
    ],
    detail: formatKindDetail,
  },
  {
    kind: 'object',
    name: 'standard',
    label: 'Standard kinds',
    fields: standardKinds.map((kind) => ({
      kind: 'object',
      name: kind,
      label: `Change the title or size of “${documentKinds[kind].label}”`,
      isOptional: true,
      fields: [
        createTextField('title', 'Title', {
          description: `If empty, “${documentKinds[kind].label}”.`,
          isOptional: true,
        }),
        maxMb,
      ],
    })),
  },
]);

function formatKindDetail({ types, perMember, archived }: ListItem): string {
  if (archived) return 'no longer collected';
  const names = Array.isArray(types) ? types.join(', ') : '';
  return [names, perMember ? 'one per member' : 'one per group'].filter(Boolean).join('; ');
}

/** Returns the kinds that a deadline can require. Kinds of modules that are switched off stay, but say so. */
export const toKindOptions = (kinds: readonly CohortKind[], modules: Modules): SelectOption[] =>
  kinds
    .filter(({ isArchived }) => !isArchived)
    .map(({ kind, label }) => ({
      value: kind,
      label: isKindInUse(modules, kind) ? label : `${label} (switched off)`,
    }));
