import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/proposals.ts';
import { serve } from '#server/http/serve.ts';
import { findChoices } from './find-choices.ts';
import { submitProposal } from './submit-proposal.ts';

export function proposalRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.submitProposal, ({ caller, receive }) =>
    submitProposal(services, caller, receive),
  );
  serve(app, contract.findChoices, ({ caller }) => findChoices(services, caller));
}
