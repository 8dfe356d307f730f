import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { CohortQuery } from '#contract/settings/cohorts.ts';
import { buildListEntrySchema } from '#contract/values/text.ts';
import { SheetFormat } from './sheets.ts';

export const exportAwards = endpoint({
  method: 'GET',
  path: '/api/auth/award-list',
  summary:
    'Export the award list of one or all programs as a spreadsheet: students by final mark, with their position in the program',
  access: ['admin'],
  audit: ['list-exported'],
  query: CohortQuery.extend({
    program: buildListEntrySchema('Program', 40).optional(),
    format: SheetFormat,
  }),
  reply: z.unknown(),
  problems: ['not-found'],
});
