import * as contract from '#contract/history.ts';
import { feature } from '#server/http/feature.ts';
import type { HistoryPart } from '#server/http/history.ts';
import { listChanges } from './list-changes.ts';

/** Creates the feature that lists what happened in a group. Other features contribute the entries as `parts`. */
export const createHistoryFeature = (parts: readonly HistoryPart[]) =>
  feature({
    name: 'history',
    contract,
    handlers: {
      listChanges: ({ services, caller, params, query }) =>
        listChanges(services.db, caller, params.groupId, query, parts),
    },
  });
