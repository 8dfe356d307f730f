import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/attention.ts';
import { fileFaults } from '#server/files/file-faults.ts';
import { storageState } from '#server/files/room.ts';
import { findAlikeNames } from '#server/groups/find-alike-names.ts';
import { findLeftMembers } from '#server/groups/find-left-members.ts';
import { serve } from '#server/http/serve.ts';
import { openObjections } from '#server/objections/open-objections.ts';

export function attentionRoutes(app: FastifyInstance): void {
  const { db, files, config } = app.services;
  serve(app, contract.findAttention, async () => ({
    ...(await findAlikeNames(db)),
    leftMembers: await findLeftMembers(db),
    objections: await openObjections(db),
    fileFaults: await fileFaults(db),
    storage: await storageState(files, config),
  }));
}
