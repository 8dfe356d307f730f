import * as contract from '#contract/students/proposals.ts';
import { feature } from '#server/http/feature.ts';
import { proposalEmailSamples } from './email-samples.ts';
import { findProposalChoices } from './find-choices.ts';
import { submitProposal } from './submit-proposal.ts';

export const proposalsFeature = feature({
  name: 'proposals',
  contract,
  emailSamples: proposalEmailSamples,
  handlers: {
    submitProposal: ({ services, caller, query, receive }) =>
      submitProposal(services, caller, receive, query.cohort),
    findChoices: ({ services, caller, query }) =>
      findProposalChoices(services, caller, query.cohort),
  },
});
