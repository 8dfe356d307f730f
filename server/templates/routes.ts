import * as contract from '#contract/email-templates.ts';
import { feature } from '#server/http/feature.ts';
import { previewTemplate, sendTestEmail } from './email-templates.ts';

export const templatesFeature = feature({
  name: 'templates',
  contract,
  handlers: {
    previewTemplate: ({ services, caller, body }) => previewTemplate(services, caller, body),
    sendTestEmail: ({ services, caller, body }) => sendTestEmail(services, caller, body),
  },
});
