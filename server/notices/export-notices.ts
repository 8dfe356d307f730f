import type { FastifyReply } from 'fastify';
import { type exportNotices as endpoint, type Notice, noticeKinds } from '#contract/notices.ts';
import { sendExport } from '#server/audit/send-export.ts';
import type { Call } from '#server/http/serve.ts';
import { instantColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { selectNotices, sortNotices } from './find-notices.ts';

const columns = [
  instantColumn<Notice>('At', ({ createdAt }) => createdAt),
  textColumn<Notice>('About', ({ kind }) => noticeKinds[kind].label, 14),
  textColumn<Notice>('Notice', ({ text: notice }) => notice, 60),
  instantColumn<Notice>('Read', ({ readAt }) => readAt),
];

export function exportNotices(call: Call<typeof endpoint>): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, order, ...filter } = query;
  return sendExport(call, {
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
