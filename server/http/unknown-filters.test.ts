import { describe, expect } from 'vitest';
import { z } from 'zod';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { announce } from '#server/test/announcements.ts';
import { paramsOf } from '#server/test/endpoints.ts';
import { mailTeam, markTeam } from '#server/test/marking.ts';
import { aTeam, type Team } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

/** Values in the right form that no row has. Other filters are enumerations, whose unknown values are refused. */
const unknownValues: Record<string, string> = {
  program: 'BSXX',
  category: 'Juggling',
  supervisor: '00000000-0000-4000-8000-000000000001',
  deadline: 'removed-deadline',
  milestone: 'removedMilestone',
  cohort: '1999',
  from: '2999-01-01',
  to: '1999-01-01',
  q: 'a text that no row has',
};
/** Parameters that hide no row: the page, the order and the form of a reply. */
const notFilters = [
  ...['page', 'limit', 'before', 'after', 'sort', 'order', 'descending', 'by'],
  ...['format', 'marks', 'of'],
];

/** Replies about one record, one person or the settings. */
const notLists = [
  ...['checkResultSheet', 'exportResultSheet', 'findFigures', 'findGroup'],
  ...['getSetting', 'getSettingsFiles', 'listSettingVersions', 'listNotices', 'exportNotices'],
];

type Case = { name: string; endpoint: Endpoint; filter: string };

const cases: Case[] = endpoints
  .filter(({ name, endpoint }) => endpoint.method === 'GET' && !notLists.includes(name))
  .flatMap(({ name, endpoint }) =>
    Object.keys(endpoint.query?.shape ?? {})
      .filter((filter) => !notFilters.includes(filter))
      .map((filter) => ({ name, endpoint, filter })),
  );

/** Whether every value outside of a fixed list is refused. */
function isEnumeration({ endpoint, filter }: Case): boolean {
  const schema = z.toJSONSchema(endpoint.query?.shape[filter] as z.ZodType, { io: 'input' });
  return schema.enum !== undefined || schema.const !== undefined;
}

async function ask(portal: Portal, { endpoint }: Case, query: Record<string, string>) {
  const params = { ...paramsOf(endpoint), chart: 'spread' };
  const shape = endpoint.query?.shape ?? {};
  const usual = {
    ...('format' in shape && { format: 'csv' }),
    ...('by' in shape && { by: 'supervisor' }),
  };
  const address = addressOf(endpoint, { params, query: { ...usual, ...query } });
  const response = await portal.admin.fetch(address);
  return { status: response.status, text: await response.text() };
}

/** Texts by which a list would show a row of this team. */
const tracesOf = ({ group, groupId, supervisor, students }: Team) => [
  ...[groupId, group.fypGroupName, group.fypTitle, supervisor.name],
  ...students.map(({ name }) => name),
];

async function openLists(portal: Portal): Promise<Team> {
  const team = await aTeam(portal, { title: 'A robot that waters plants' });
  await markTeam(team, 7, 8);
  await mailTeam(team);
  await announce(portal, {
    title: team.group.fypTitle,
    audience: { to: 'groups', groupIds: [team.groupId] },
  });
  return team;
}

describe('an unknown value of a filter', () => {
  test.for(cases.filter(isEnumeration))('$filter of $name is refused', async (one, { portal }) => {
    const { status, text } = await ask(portal, one, { [one.filter]: 'no-such-value' });
    expect(status).toBe(400);
    expect(JSON.parse(text).fields).toHaveProperty(one.filter);
  });

  test.for(cases.filter((one) => !isEnumeration(one)))(
    '$filter of $name matches no row',
    async (one, { portal }) => {
      const value = unknownValues[one.filter];
      if (value === undefined) throw new Error(`Name an unknown value of ${one.filter} above.`);
      const team = await openLists(portal);
      const { status, text } = await ask(portal, one, { [one.filter]: value });
      // A list says that a cohort does not exist where it can.
      expect(one.filter === 'cohort' ? [200, 404] : [200]).toContain(status);
      for (const trace of tracesOf(team)) expect(text).not.toContain(trace);
    },
  );

  test('hides rows that the lists show without it', async ({ portal }) => {
    const team = await openLists(portal);
    const silent: string[] = [];
    for (const one of cases) {
      const { text } = await ask(portal, one, {});
      if (!tracesOf(team).some((trace) => text.includes(trace))) silent.push(one.name);
    }
    expect([...new Set(silent)].toSorted()).toEqual([]);
  });
});
