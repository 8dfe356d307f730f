import * as contract from '#contract/desk.ts';
import { feature } from '#server/http/feature.ts';
import { findDesk } from './find-desk.ts';

export const desk = feature('desk', contract, {
  findDesk: ({ services, caller }) => findDesk(services, caller),
});
