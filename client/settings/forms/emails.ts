import type { Field } from '#client/settings/kit/fields.ts';
import { emailKindNames, emailKinds } from '#contract/settings/email-templates.ts';
import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import { createObjectForm, createTextField } from './parts.ts';

export const emailsForm = createObjectForm(
  emailKindNames.map((name): Field => {
    const optional = { isOptional: true };
    return {
      kind: 'object',
      name,
      label: emailKinds[name].label,
      fields: [
        createTextField('subject', 'Subject', {
          ...optional,
          description: 'If empty, the portal’s default subject is used.',
        }),
        createTextField('opening', 'Opening paragraph', {
          ...{
            ...optional,
            rows: 3,
            description: `Text after the greeting. Optional. ${formattingHint}`,
          },
        }),
        createTextField('closing', 'Closing paragraph', {
          ...{
            ...optional,
            rows: 3,
            description: `Text at the end. Optional. ${formattingHint}`,
          },
        }),
      ],
    };
  }),
);
