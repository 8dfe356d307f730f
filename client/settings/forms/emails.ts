import type { Field } from '#client/settings/kit/fields.ts';
import { emailKindNames, emailKinds } from '#contract/email-templates.ts';
import { formattingHint } from '#contract/values/formatted-text.ts';
import { object, text } from './parts.ts';

/** Each kind is edited by itself: see `EmailKindPicker`. */
export const emails = object(
  emailKindNames.map((name): Field => {
    const optional = { isOptional: true };
    return {
      kind: 'object',
      name,
      label: emailKinds[name].label,
      fields: [
        text('subject', 'Subject', { ...optional, description: 'Left empty, the portal’s own.' }),
        text('opening', 'Opening paragraph', {
          ...{
            ...optional,
            rows: 3,
            description: `After the greeting; left empty, none. ${formattingHint}`,
          },
        }),
        text('closing', 'Closing paragraph', {
          ...{
            ...optional,
            rows: 3,
            description: `At the end; left empty, none. ${formattingHint}`,
          },
        }),
      ],
    };
  }),
);
