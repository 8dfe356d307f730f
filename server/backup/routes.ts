import { feature } from '#server/http/feature.ts';
import { backupDeskParts } from './desk.ts';

export const backupFeature = feature({
  name: 'backup',
  contract: {},
  desk: backupDeskParts,
  handlers: {},
});
