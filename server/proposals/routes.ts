import * as contract from '#contract/proposals.ts';
import { feature } from '#server/http/feature.ts';
import { findChoices } from './find-choices.ts';
import { submitProposal } from './submit-proposal.ts';

export const proposals = feature({
  name: 'proposals',
  contract,
  handlers: {
    submitProposal: ({ services, caller, query, receive }) =>
      submitProposal(services, caller, receive, query.cohort),
    findChoices: ({ services, caller, query }) => findChoices(services, caller, query.cohort),
  },
});
