import * as contract from '#contract/students/objections.ts';
import { feature } from '#server/http/feature.ts';
import { objectionsDeskParts } from './desk.ts';
import { objectToGroup } from './object-to-group.ts';
import { settleObjection } from './open-objections.ts';

export const objectionsFeature = feature({
  name: 'objections',
  contract,
  desk: objectionsDeskParts,
  handlers: {
    objectToGroup: ({ services, origin, body }) => objectToGroup(services, origin, body.token),
    settleObjection: ({ services, caller, params }) =>
      settleObjection(services, caller, params.objectionId),
  },
});
