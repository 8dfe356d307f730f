import * as contract from '#contract/admin/request-usage.ts';
import { feature } from '#server/http/feature.ts';
import { listRequestUsage } from './list-usage.ts';
import { setRequestLimit } from './set-request-limit.ts';
import { deleteOldUsage } from './share-usage.ts';

export const usageFeature = feature({
  name: 'usage',
  reason: 'Admins see which accounts and networks use most, and raise the limits of an account.',
  contract,
  jobs: [{ run: deleteOldUsage, deletesByAge: true }],
  handlers: {
    listRequestUsage: ({ services, query }) => listRequestUsage(services, query.sort),
    setRequestLimit: ({ services, caller, params, body }) =>
      setRequestLimit(services, caller, params.userId, body),
  },
});
