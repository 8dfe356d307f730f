import { describe, expect } from 'vitest';
import { z } from 'zod';
import { buildEndpointUrl, type Endpoint, mayAccess } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { buildUnknownIdParams, unknownFilterValues } from '#server/test/endpoints.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import { defineTestOutcomes } from '#server/test/records/outcomes.ts';
import { requestTestLeave } from '#server/test/records/people.ts';

const notFilters = [
  ...['page', 'limit', 'before', 'after', 'sort', 'order', 'descending', 'by'],
  ...['format', 'marks', 'of'],
];

const notLists = [
  // Counts of groups, without their names.
  'countBoard',
  ...['checkResultSheet', 'exportResultSheet', 'findFigures', 'findGroup'],
  ...['getSetting', 'getSettingsFiles', 'listSettingVersions', 'listNotices', 'exportNotices'],
  // Figures of all students or groups, without their names.
  ...['findDeadlineMoves', 'findOutcomes', 'findOutcomeTrend', 'exportOutcomeReport'],
  // Lists of one group, which the unknown id of the request does not name.
  ...['listChanges', 'listMessages'],
  // Lists only changes that can still be undone, and the test group has none.
  'listPeopleChanges',
  // The palette's search lists nothing without words.
  ...['previewTimeZone', 'search'],
];

type Case = { name: string; endpoint: Endpoint; filter: string };

const cases: Case[] = endpoints
  .filter(({ name, endpoint }) => endpoint.method === 'GET' && !notLists.includes(name))
  .flatMap(({ name, endpoint }) =>
    Object.keys(endpoint.query?.shape ?? {})
      .filter((filter) => !notFilters.includes(filter))
      .map((filter) => ({ name, endpoint, filter })),
  );

function isEnumeration({ endpoint, filter }: Case): boolean {
  const schema = z.toJSONSchema(endpoint.query?.shape[filter] as z.ZodType, { io: 'input' });
  return schema.enum !== undefined || schema.const !== undefined;
}

/** Sends the request as an admin, or as the supervisor of `team` if admins have no access. */
async function ask(
  portal: Portal,
  team: TestGroup,
  { endpoint }: Case,
  query: Record<string, string>,
) {
  const params = { ...buildUnknownIdParams(endpoint), chart: 'spread', table: 'students' };
  const shape = endpoint.query?.shape ?? {};
  const usual = {
    ...('format' in shape && { format: 'csv' }),
    ...('by' in shape && { by: 'supervisor' }),
  };
  const address = buildEndpointUrl(endpoint, { params, query: { ...usual, ...query } });
  const caller = mayAccess(endpoint.access, 'admin') ? portal.admin : team.supervisor.caller;
  const response = await caller.fetch(address);
  return { status: response.status, text: await response.text() };
}

const identifyingTexts = ({ group, groupId, supervisor, students }: TestGroup) => [
  groupId,
  group.fypGroupName,
  group.fypTitle,
  supervisor.name,
  ...students.map(({ name }) => name),
];

async function openLists(portal: Portal): Promise<TestGroup> {
  const team = await createTestGroup(portal, { title: 'A robot that waters plants' });
  await markTestGroup(team, 7, 8);
  await requestTestLeave(portal, team);
  await defineTestOutcomes(portal);
  await emailTestGroupMarks(team);
  await addTestAnnouncement(portal, {
    title: team.group.fypTitle,
    audience: { to: 'groups', groupIds: [team.groupId] },
  });
  return team;
}

describe('an unknown filter value', () => {
  test.for(cases.filter(isEnumeration))(
    'is rejected: $filter of $name',
    async (filterCase, { portal }) => {
      const team = await createTestGroup(portal);
      const { status, text } = await ask(portal, team, filterCase, {
        [filterCase.filter]: 'no-such-value',
      });
      expect(status).toBe(400);
      expect(JSON.parse(text).fields).toHaveProperty(filterCase.filter);
    },
  );

  test.for(cases.filter((filterCase) => !isEnumeration(filterCase)))(
    'matches no rows: $filter of $name',
    async (filterCase, { portal }) => {
      const value = unknownFilterValues[filterCase.filter];
      if (value === undefined)
        throw new Error(`Name an unknown value of ${filterCase.filter} in endpoints.ts.`);
      const team = await openLists(portal);
      const { status, text } = await ask(portal, team, filterCase, { [filterCase.filter]: value });
      // Some lists reply 404 for an unknown cohort or group.
      const isScope = ['cohort', 'group'].includes(filterCase.filter);
      expect(isScope ? [200, 404] : [200]).toContain(status);
      for (const trace of identifyingTexts(team)) expect(text).not.toContain(trace);
    },
  );

  test('is the reason why the lists above are empty: without a filter, each of them names the test group', async ({
    portal,
  }) => {
    const team = await openLists(portal);
    const silent: string[] = [];
    for (const filterCase of cases) {
      const { text } = await ask(portal, team, filterCase, {});
      if (!identifyingTexts(team).some((trace) => text.includes(trace)))
        silent.push(filterCase.name);
    }
    expect([...new Set(silent)].toSorted()).toEqual([]);
  });
});
