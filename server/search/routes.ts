import * as contract from '#contract/search.ts';
import { feature } from '#server/http/feature.ts';
import { search } from './search.ts';

export const searchFeature = feature({
  name: 'search',
  reason: 'Everybody finds groups and people by name, roll or email from any page.',
  contract,
  handlers: {
    search: ({ services, caller, query }) => search(services.db, caller, query.q),
  },
});
