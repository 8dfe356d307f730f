import * as contract from '#contract/calendar.ts';
import { feature } from '#server/http/feature.ts';
import { endCalendar, findCalendar, makeCalendar } from './calendar-url.ts';
import { readCalendar } from './read-calendar.ts';

export const calendar = feature({
  name: 'calendar',
  contract,
  handlers: {
    findCalendar: ({ services, caller }) => findCalendar(services, caller),
    makeCalendar: ({ services, caller }) => makeCalendar(services, caller),
    endCalendar: ({ services, caller }) => endCalendar(services, caller),
    readCalendar: ({ services, params, request, reply }) =>
      readCalendar(services, params.file, request, reply),
  },
});
