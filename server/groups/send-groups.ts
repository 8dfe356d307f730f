import type { FastifyReply } from 'fastify';
import { FullGroup } from '#contract/groups.ts';
import type { Db } from '#server/db/tables.ts';
import { sendList } from '#server/http/bodies/send-list.ts';
import type { Caller } from '#server/http/serve.ts';
import { listAssignedGroups, listGroups } from './list-groups.ts';

export async function sendAssignedGroups(db: Db, caller: Caller, reply: FastifyReply) {
  return sendList(reply, { name: 'allGroups', item: FullGroup }, listAssignedGroups(db, caller));
}

export async function sendAllGroups(
  db: Db,
  query: Parameters<typeof listGroups>[1],
  reply: FastifyReply,
) {
  const { groups, total } = await listGroups(db, query);
  return sendList(reply, { name: 'groups', item: FullGroup, rest: { total } }, groups);
}
