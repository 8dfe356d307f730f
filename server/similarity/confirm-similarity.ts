import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { reachesLimits, type SimilarityFigures } from '#contract/rules/similarity.ts';
import type { confirmSimilarity as endpoint } from '#contract/similarity.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { addSimilarityEntry } from './add-entry.ts';

/** Confirms figures, or corrects them with a reason. Throws the errors of `addSimilarityEntry`. */
export const confirmSimilarity = (
  services: Services,
  caller: Caller,
  groupId: string,
  { revision, reason, ...figures }: z.output<typeof endpoint.body>,
) =>
  addSimilarityEntry(
    services,
    caller,
    { groupId, revision, action: 'confirm' },
    ({ state, limits, entries: [last] }) => {
      const isCorrection = !last || !hasFigures(last, figures);
      if (!isCorrection && state !== 'unconfirmed') {
        throw new Problem('invalid', 'Nothing was saved: these figures are already confirmed.');
      }
      if (isCorrection && reason === '') {
        const message = 'Enter a reason for the correction. The group sees it.';
        throw new Problem('invalid', message, { fields: { reason: message } });
      }
      const what = isCorrection ? 'corrected' : 'confirmed';
      const next = reachesLimits(figures, limits)
        ? 'They reach a limit: accept or return the thesis.'
        : 'They are below the limits.';
      return {
        event: what,
        figures,
        reason: isCorrection ? reason : undefined,
        message: `Figures ${what}. ${next}`,
      };
    },
    async () => undefined,
  );

const hasFigures = (
  row: Pick<DatabaseRow<'similarity_entries'>, 'overall' | 'single_source'>,
  { overall, singleSource }: SimilarityFigures,
) => row.overall === overall && row.single_source === singleSource;
