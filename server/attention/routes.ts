import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/attention.ts';
import { findAlikeNames } from '#server/groups/find-alike-names.ts';
import { serve } from '#server/http/serve.ts';

export function attentionRoutes(app: FastifyInstance): void {
  const { db } = app.services;
  serve(app, contract.findAttention, () => findAlikeNames(db));
}
