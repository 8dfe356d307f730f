import * as contract from '#contract/settings/email-templates.ts';
import { feature } from '#server/http/feature.ts';
import type { EmailSamples } from '#server/mail/email-sample.ts';
import { previewTemplate, sendTestEmail } from './email-templates.ts';

/** Creates the feature that previews email templates. Other features contribute the `samples`. */
export const createTemplatesFeature = (samples: EmailSamples) =>
  feature({
    name: 'templates',
    contract,
    handlers: {
      previewTemplate: ({ services, caller, body }) =>
        previewTemplate(services, caller, body, samples),
      sendTestEmail: ({ services, caller, body }) => sendTestEmail(services, caller, body, samples),
    },
  });
