import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/letters.ts';
import { serve } from '#server/http/serve.ts';
import { listGroupEmails } from './group-emails.ts';
import { countTwice, failedLetters, forget, sendAgain, waitingLetters } from './unsent-letters.ts';

export function letterRoutes(app: FastifyInstance): void {
  const { services } = app;
  const { db, clock } = services;
  serve(app, contract.listUnsentLetters, async () => {
    const failed = await failedLetters(db, clock());
    const waiting = await waitingLetters(db, clock());
    return {
      failed: failed.rows,
      failedTotal: failed.total,
      waiting: waiting.rows,
      waitingTotal: waiting.total,
      twiceTotal: await countTwice(db, clock()),
    };
  });
  serve(app, contract.sendLetterAgain, async ({ caller, params }) => {
    await sendAgain(services, caller, params.letterId);
    return { message: 'The email is queued again.' };
  });
  serve(app, contract.forgetLetter, async ({ caller, params }) => {
    await forget(services, caller, params.letterId);
    return { message: 'The email is dismissed.' };
  });
  serve(app, contract.listGroupEmails, ({ caller, params }) =>
    listGroupEmails(services, caller, params.groupId),
  );
}
