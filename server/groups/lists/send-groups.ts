import type { FastifyReply } from 'fastify';
import { FullGroup } from '#contract/groups.ts';
import { streamList } from '#server/http/bodies/send-list.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { listAssignedGroups, listGroups } from './list-groups.ts';

export async function streamAssignedGroups(
  services: Services,
  caller: Caller,
  cohort: string | undefined,
  reply: FastifyReply,
) {
  return streamList(
    reply,
    { name: 'allGroups', item: FullGroup },
    listAssignedGroups(services, caller, cohort),
  );
}

export async function streamAllGroups(
  services: Services,
  query: Parameters<typeof listGroups>[1],
  reply: FastifyReply,
) {
  const { groups, total } = await listGroups(services, query);
  return streamList(reply, { name: 'groups', item: FullGroup, rest: { total } }, groups);
}
