import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { findHome } from '#contract/settings/content.ts';
import { formatModuleOff, type ModuleName, moduleNames } from '#contract/settings/modules.ts';
import { endpoints } from '#server/features.ts';
import { switchModule } from '#server/test/content/modules.ts';
import { buildUnknownIdParams } from '#server/test/endpoints.ts';
import { createTestGroup, dateBeforeReports, type TestGroup } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { moduleWords, writeContentWithoutModuleWords } from '#tools/test/module-words.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';

const listEndpointsOf = (name: ModuleName) =>
  endpoints.filter(({ endpoint }) => endpoint.module === name);

/** Endpoints whose replies repeat settings, request data or the audit trail, where an admin still reads about modules. */
const administrative = /^\/api\/(auth\/audit|installation|settings|settings-files|templates)/;

/** Sends every GET request of the contract for which the group provides parameters. Returns the replies as text. */
async function readReplies(portal: Portal, group: TestGroup): Promise<Map<string, string>> {
  const callers = { admin: portal.admin, supervisor: group.supervisor.caller };
  const people = { ...callers, examiner: group.examiner.caller, student: group.student.caller };
  const params: Record<string, string> = {
    groupId: group.groupId,
    email: group.student.email,
    name: group.group.fypGroupName,
    memberId: group.ids[0] ?? '',
  };
  const replies = new Map<string, string>();
  for (const { endpoint } of endpoints) {
    const names = Object.keys(endpoint.params?.shape ?? {});
    const isKnown = names.every((name) => name in params);
    if (endpoint.method !== 'GET' || administrative.test(endpoint.path) || !isKnown) continue;
    for (const [person, caller] of Object.entries(people)) {
      const text = await readReply(caller, endpoint, params);
      if (text !== undefined) replies.set(`${endpoint.path} as ${person}`, text);
    }
  }
  return replies;
}

async function readReply(
  caller: ApiCaller,
  endpoint: Endpoint,
  params: Record<string, string>,
): Promise<string | undefined> {
  const query = endpoint.query && 'format' in endpoint.query.shape ? { format: 'csv' } : {};
  const response = await caller.request(endpoint, { params, query });
  const text = await response.text();
  if (!response.ok) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return JSON.stringify(listTexts(JSON.parse(text)));
  return type.startsWith('text/') ? text : undefined;
}

/** Returns all strings of a JSON value except the names of its properties, which are the same for all departments. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

describe.each(moduleNames)('the module %s', (name) => {
  test('refuses requests to its endpoints while it is switched off, even by roles that may otherwise call them', async ({
    portal,
  }) => {
    const group = await createTestGroup(portal);
    await switchModule(portal, name, false);
    for (const { endpoint } of listEndpointsOf(name)) {
      const caller =
        endpoint.access === 'public' || endpoint.access.includes('admin')
          ? portal.admin
          : group.student.caller;
      const input = { params: buildUnknownIdParams(endpoint) };
      const refusal = await expectRefusal(portal, caller, endpoint, input);
      expect(refusal).toMatchObject({
        code: 'module-off',
        message: formatModuleOff(name),
      });
    }
  });

  test('is refused to visitors with the request to log in first, if its endpoints are not public', async ({
    portal,
  }) => {
    await switchModule(portal, name, false);
    for (const { endpoint } of listEndpointsOf(name)) {
      if (endpoint.access === 'public') continue;
      const input = { params: buildUnknownIdParams(endpoint) };
      expect(await expectRefusal(portal, portal.visitor, endpoint, input)).toMatchObject({
        code: 'signed-out',
      });
    }
  });

  test('is reported by the home page, so that the client hides its pages', async ({ portal }) => {
    expect((await portal.visitor.call(findHome)).modules[name]).toBe(true);
    await switchModule(portal, name, false);
    expect((await portal.visitor.call(findHome)).modules[name]).toBe(false);
  });
});

describe('the texts of the portal', () => {
  let folder: string;
  let portal: Portal;
  let close: () => Promise<void>;
  let group: TestGroup;

  beforeAll(async () => {
    folder = await mkdtemp(join(fastTempFolder, 'content-'));
    writeContentWithoutModuleWords(folder);
    ({ portal, close } = await openPortal({ CONTENT_DIR: folder }));
    group = await createTestGroup(portal, { createdAt: dateBeforeReports });
  });

  afterAll(async () => {
    await close();
    await rm(folder, { recursive: true });
  });

  test.each(moduleNames)('do not mention the module %s while it is switched off', async (name) => {
    await switchModule(portal, name, false);
    const replies = await readReplies(portal, group);
    expect(replies.size).toBeGreaterThan(50);
    const mentions = [...replies].flatMap(([reply, text]) => {
      const match = moduleWords[name].exec(text);
      return match
        ? `${reply}: ${text.slice(Math.max(0, match.index - 40), match.index + 40)}`
        : [];
    });
    await switchModule(portal, name, true);
    expect(mentions).toEqual([]);
  });

  test('are the same as before once a module has been switched off and on again', async () => {
    const before = await readReplies(portal, group);
    for (const name of moduleNames) {
      await switchModule(portal, name, false);
      await switchModule(portal, name, true);
    }
    const after = await readReplies(portal, group);
    const changed = [...after].flatMap(([reply, text]) =>
      before.get(reply) === text ? [] : reply,
    );
    expect(changed).toEqual([]);
    expect(after.size).toBe(before.size);
  });
});
