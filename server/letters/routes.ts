import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/letters.ts';
import { serve } from '#server/http/serve.ts';
import { failedLetters, forget, sendAgain, waitingLetters } from './unsent-letters.ts';

export function letterRoutes(app: FastifyInstance): void {
  const { services } = app;
  const { db, clock } = services;
  serve(app, contract.listUnsentLetters, async () => {
    const failed = await failedLetters(db);
    const waiting = await waitingLetters(db, clock());
    return {
      failed: failed.rows,
      failedTotal: failed.total,
      waiting: waiting.rows,
      waitingTotal: waiting.total,
    };
  });
  serve(app, contract.sendLetterAgain, async ({ caller, params }) => {
    await sendAgain(services, caller, params.letterId);
    return { message: 'The letter is on its way again.' };
  });
  serve(app, contract.forgetLetter, async ({ caller, params }) => {
    await forget(services, caller, params.letterId);
    return { message: 'The letter is dismissed.' };
  });
}
