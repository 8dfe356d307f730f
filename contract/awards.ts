import { z } from 'zod';
import { CohortQuery } from './cohorts.ts';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './sheets.ts';
import { listed } from './values/text.ts';

export const exportAwards = endpoint({
  method: 'GET',
  path: '/api/auth/award-list',
  summary:
    'The award list as a spreadsheet, of one program or all: every student by final mark, with a position within the program',
  access: ['admin'],
  audit: ['list-exported'],
  query: CohortQuery.extend({ program: listed('Program', 40).optional(), format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});
