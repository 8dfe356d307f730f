import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { prepareDownload } from '#contract/exports/downloads.ts';
import { findGroup } from '#contract/groups.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import {
  askExtension,
  decideExtension,
  listExtensionRequests,
  listSubmissions,
} from '#contract/submissions.ts';
import { buildCohortQueryParams } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildPdfFile } from '#tools/test/people.ts';

async function letSupervisorsDecide(portal: Portal, supervisorsDecide: boolean) {
  const params = { name: 'reminders' as const };
  const { value, version } = await portal.admin.call(getSetting, { params });
  await portal.admin.call(saveSetting, {
    params,
    query: buildCohortQueryParams(portal),
    body: { version, value: { ...(value as object), supervisorsDecide } },
  });
}

async function askWithEvidence(portal: Portal) {
  const team = await createTestGroup(portal, { size: 2 });
  const { request } = await team.student.caller.call(askExtension, {
    params: { groupId: team.groupId },
    body: {
      deadlineId: 'thesis-and-sim-report-soft-copies',
      askedDue: '2027-05-20T18:59:00.000Z',
      reason: 'A hospital stay.',
      file: buildPdfFile('hospital.pdf'),
    },
  });
  const neighbour = await createTestGroup(portal);
  const readers = {
    requester: team.student.caller,
    'team mate': getItemAt(team.students, 1).caller,
    supervisor: team.supervisor.caller,
    'external examiner': team.examiner.caller,
    'neighbouring student': neighbour.student.caller,
    'neighbouring supervisor': neighbour.supervisor.caller,
    'other faculty': (await createTestUser(portal, 'faculty')).caller,
    admin: portal.admin,
  };
  return { team, request, readers };
}
type Evidence = Awaited<ReturnType<typeof askWithEvidence>>;

/** Returns who may open the file, and whose list of requests names its URL. */
async function findReaders({ team, request, readers }: Evidence) {
  const [opened, listed] = [[] as string[], [] as string[]];
  for (const [name, caller] of Object.entries(readers)) {
    if ((await caller.fetch(request.fileUrl ?? '')).status === 200) opened.push(name);
    const params = { groupId: team.groupId };
    const response = await caller.request(listSubmissions, { params });
    if ((await response.text()).includes(request.fileUrl ?? '')) listed.push(name);
  }
  expect(listed).toEqual(opened);
  return opened;
}

describe('the evidence of an extension request', () => {
  test('is readable by its requester, admins and the supervisor who may decide, before and after the decision', async ({
    portal,
  }) => {
    const evidence = await askWithEvidence(portal);
    for (const supervisorsDecide of [true, false, true]) {
      await letSupervisorsDecide(portal, supervisorsDecide);
      const deciding = supervisorsDecide ? ['supervisor'] : [];
      expect(await findReaders(evidence)).toEqual(['requester', ...deciding, 'admin']);
    }
    const params = { requestId: evidence.request._id };
    const body = { decision: 'granted', reason: '' } as const;
    await evidence.team.supervisor.caller.call(decideExtension, { params, body });
    expect(await findReaders(evidence)).toEqual(['requester', 'supervisor', 'admin']);
  });

  test('is no longer readable by a supervisor whose group was given to another supervisor', async ({
    portal,
  }) => {
    const evidence = await askWithEvidence(portal);
    await letSupervisorsDecide(portal, true);
    const next = await createTestUser(portal, 'faculty');
    await portal.admin.call(updateGroup, {
      params: { groupId: evidence.team.groupId },
      body: { supervisor: next.name },
    });
    const readers = { ...evidence.readers, 'new supervisor': next.caller };
    expect(await findReaders({ ...evidence, readers })).toEqual([
      'requester',
      'admin',
      'new supervisor',
    ]);
  });

  test('is neither listed with the group’s documents nor part of an archive', async ({
    portal,
  }) => {
    const { team, request, readers } = await askWithEvidence(portal);
    const id = request.fileUrl?.split('/').at(-1) ?? '';
    for (const student of team.students) {
      const params = { email: student.email };
      const reply = await student.caller.call(findGroup, { params });
      expect(JSON.stringify(reply)).not.toContain(id);
    }
    for (const caller of [readers.supervisor, readers['external examiner'], portal.admin]) {
      const body = { groupIds: [team.groupId], kinds: [], dryRun: true };
      const { kinds } = await caller.call(prepareDownload, { body });
      expect(kinds.map(({ kind }) => kind)).not.toContain('evidence');
      const refused = await caller.request(prepareDownload, {
        body: { ...body, kinds: ['evidence'], dryRun: false },
      });
      expect(refused.status).toBe(400);
    }
  });

  test('is not linked in the desk’s list for supervisors who may not decide', async ({
    portal,
  }) => {
    const { request, readers } = await askWithEvidence(portal);
    await letSupervisorsDecide(portal, false);
    const { requests } = await readers.supervisor.call(listExtensionRequests);
    expect(requests).toMatchObject([{ _id: request._id, fileUrl: null, mayDecide: false }]);
  });
});
