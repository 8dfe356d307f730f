import * as contract from '#contract/desk.ts';
import type { DeskPart } from '#server/http/desk.ts';
import { feature } from '#server/http/feature.ts';
import { findDesk } from './find-desk.ts';

/** Creates the feature that lists the user's tasks ("desk"). Other features contribute the tasks as `parts`. */
export const createDeskFeature = (parts: readonly DeskPart[]) =>
  feature({
    name: 'desk',
    contract,
    handlers: {
      findDesk: ({ services, caller }) => findDesk(services, caller, parts),
    },
  });
