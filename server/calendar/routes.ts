import * as contract from '#contract/messages/calendar.ts';
import { feature } from '#server/http/feature.ts';
import { createCalendarUrl, findCalendar, revokeCalendarUrl } from './calendar-url.ts';
import { readCalendar } from './read-calendar.ts';

export const calendarFeature = feature({
  name: 'calendar',
  contract,
  handlers: {
    findCalendar: ({ services, caller }) => findCalendar(services, caller),
    makeCalendar: ({ services, caller }) => createCalendarUrl(services, caller),
    endCalendar: ({ services, caller }) => revokeCalendarUrl(services, caller),
    readCalendar: ({ services, params, request, reply }) =>
      readCalendar(services, params.file, request, reply),
  },
});
