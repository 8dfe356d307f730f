import type { FastifyReply } from 'fastify';
import {
  type exportNotices as endpoint,
  type Notice,
  noticeKinds,
} from '#contract/messages/notices.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createInstantColumn,
  createNumberColumn,
  createTextColumn,
} from '#server/http/sheets/sheet.ts';
import { selectNotices, sortNotices } from './find-notices.ts';

const columns = [
  createInstantColumn<Notice>('At', ({ createdAt }) => createdAt),
  createTextColumn<Notice>('About', ({ kind }) => noticeKinds[kind].label, 14),
  createTextColumn<Notice>('Notice', ({ text: notice }) => notice, 60),
  createInstantColumn<Notice>('Read', ({ readAt }) => readAt),
  createNumberColumn<Notice>('Times', ({ times }) => times),
  createInstantColumn<Notice>('Last time', ({ lastAt }) => lastAt),
];

export function exportNotices(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, order, ...filter } = query;
  return replyWithExport(call, {
    name: 'Notices',
    fileName: 'notices',
    format,
    filter,
    columns,
    rows: async function* () {
      yield await sortNotices(selectNotices(services.db, caller.userId, filter), order).execute();
    },
  });
}
