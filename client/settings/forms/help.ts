import { type HelpGuideName, helpGuideNames, helpGuides } from '#contract/settings/help.ts';
import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import { moduleOptions } from './modules.ts';
import { createObjectForm, createTextField, idField } from './parts.ts';

function describeReaders(name: HelpGuideName): string {
  const { access } = helpGuides[name];
  if (access === 'public') return 'Everyone can read it, even without an account.';
  const isForOthers = access.some((role) => role !== 'admin');
  return isForOthers ? 'Admins can read it too.' : 'Only admins can read it.';
}

export const helpForm = createObjectForm(
  helpGuideNames.map((name) => ({
    kind: 'list',
    name,
    label: `Guide: ${helpGuides[name].label}`,
    noun: 'topic',
    description: describeReaders(name),
    items: [
      idField,
      createTextField('title', 'Title', { description: 'What the reader wants to do.' }),
      {
        kind: 'choice',
        name: 'module',
        label: 'About the module',
        description: 'The topic is shown only if the department uses the module.',
        options: moduleOptions,
        none: 'None',
        isOptional: true,
      },
      {
        kind: 'list',
        name: 'text',
        label: 'Text',
        noun: 'paragraph',
        description: `Include a link to the page. ${formattingHint}`,
        items: { kind: 'text', rows: 3 },
      },
    ],
  })),
);
