import { z } from 'zod';
import { CohortQuery } from './cohorts.ts';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './sheets.ts';
import { buildListEntrySchema } from './values/text.ts';

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
