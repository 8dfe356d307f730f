import * as contract from '#contract/similarity.ts';
import { feature } from '#server/http/feature.ts';
import { confirmSimilarity } from './confirm-similarity.ts';
import { decideSimilarity } from './decide-similarity.ts';
import { similarityDeskParts } from './desk.ts';
import { enterSimilarity } from './enter-similarity.ts';
import { getSimilarity } from './get-similarity.ts';
import { similarityInHistory } from './history-part.ts';

export const similarityFeature = feature({
  name: 'similarity',
  reason:
    'HEC limits the similarity of a thesis. Without recorded figures nobody can show that the limits were kept.',
  contract,
  desk: similarityDeskParts,
  history: [similarityInHistory],
  handlers: {
    getSimilarity: ({ services, caller, params }) =>
      getSimilarity(services, caller, params.groupId),
    enterSimilarity: ({ services, caller, params, body }) =>
      enterSimilarity(services, caller, params.groupId, body),
    confirmSimilarity: ({ services, caller, params, body }) =>
      confirmSimilarity(services, caller, params.groupId, body),
    decideSimilarity: ({ services, caller, params, body }) =>
      decideSimilarity(services, caller, params.groupId, body),
  },
});
