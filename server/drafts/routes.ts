import * as contract from '#contract/drafts.ts';
import { feature } from '#server/http/feature.ts';
import { deleteDraft } from './delete-draft.ts';
import { deleteOldDrafts } from './delete-old-drafts.ts';
import { getDraft, listDrafts } from './read-drafts.ts';
import { saveDraft } from './save-draft.ts';

export const draftsFeature = feature({
  name: 'drafts',
  reason: 'Unsaved input of a form is available on every device of its author.',
  contract,
  jobs: [{ run: deleteOldDrafts, deletesByAge: true }],
  handlers: {
    listDrafts: ({ services, caller }) => listDrafts(services, caller),
    getDraft: ({ services, caller, params }) => getDraft(services, caller, params.key),
    saveDraft: ({ services, caller, params, body }) =>
      saveDraft(services, caller, params.key, body),
    deleteDraft: ({ services, caller, params, query }) =>
      deleteDraft(services, caller, params.key, query),
  },
});
