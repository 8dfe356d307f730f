import * as contract from '#contract/setup.ts';
import { feature } from '#server/http/feature.ts';
import { decideSetup } from './decide.ts';
import { findSetup, findSetupTask } from './find-setup.ts';
import { replaceSampleTexts } from './neutral-texts.ts';

export const setupFeature = feature({
  name: 'setup',
  reason: 'A new department sees what is to be set up, and what is done.',
  contract,
  desk: [{ role: 'admin', order: 5, find: ({ services }) => findSetupTask(services) }],
  handlers: {
    findSetup: ({ services }) => findSetup(services),
    decideSetup: ({ services, caller, params }) => decideSetup(services, caller, params.choice),
    replaceTexts: ({ services, caller }) => replaceSampleTexts(services, caller),
  },
});
