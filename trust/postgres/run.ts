import { type Asked, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runOutages } from './outages.ts';

const recoveryLimitMs = 5000;
/** Waiting for a connection, and then for an answer that does not come (server/db/connect.ts). */
const answerLimitMs = 25_000;
/** Longer than the portal waits for an answer, so that it gives up. */
const frozenMs = 40_000;

/** PostgreSQL stopped, crashed and frozen in turn under the portal while everybody works. */
export async function run({ size, seed, say }: Asked): Promise<Outcome> {
  const options = {
    outages: size,
    seed,
    awayMs: 2000,
    frozenMs,
    onOutage: (outage: number, kind: string, recoveryMs: number) =>
      say?.(`${outage} ${kind}: serving again after ${Math.round(recoveryMs)} ms`),
  };
  const { lost, torn, unexpected, slowestMs, worstRecoveryMs, ...figures } = await inNewPlace(
    { database: 'postgres', durable: true },
    ({ dataDir, databaseUrl }, postgres) => {
      if (!databaseUrl || !postgres) throw new Error('There is no PostgreSQL.');
      return runOutages({ dataDir, databaseUrl }, postgres, options);
    },
  );
  return {
    figures: {
      ...figures,
      'slowest answer': `${Math.round(slowestMs)} ms`,
      'worst recovery': `${Math.round(worstRecoveryMs)} ms`,
    },
    findings: [
      ...lost.map((finding) => `lost: ${finding}`),
      ...torn.map((finding) => `torn: ${finding}`),
      ...unexpected.map((finding) => `unexpected: ${finding}`),
      ...tooMuch({
        'milliseconds for an answer': [slowestMs, answerLimitMs + 1000],
        'milliseconds to recover': [worstRecoveryMs, recoveryLimitMs],
      }),
    ],
    idle: tooFew({
      'effects acknowledged': [figures.acknowledged, 1],
      'answers of 503': [figures.unavailable, 1],
      'answers of not being ready': [figures.notReady, 1],
    }),
  };
}
