import { describe, expect } from 'vitest';
import { findCourses } from '#contract/settings/courses.ts';
import {
  addCertificate,
  changeCertificate,
  findCertificates,
  listCertificates,
  maxCertificates,
  removeCertificate,
} from '#contract/students/certificates.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  addEightCertificates,
  addTestCertificate,
  buildCertificateEntry,
  decideTestCertificates,
  readCertificates,
  uploadCertificates,
} from '#server/test/records/certificates.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

describe('certificates listed by a student', () => {
  test('are rejected if the group is not the student’s, a field is invalid, or the cohort is closed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const stranger = await createTestUser(portal);
    const params = { groupId: team.groupId };
    const input = { params, body: buildCertificateEntry('java') };
    const refuse = (caller: ApiCaller, body: object = input.body) =>
      expectRefusal(portal, caller, addCertificate, { params, body });
    expect((await refuse(stranger.caller)).code).toBe('not-found');
    for (const [body, field] of [
      [buildCertificateEntry('cobol'), 'countsFor'],
      [buildCertificateEntry('java', ' '), 'title'],
      [buildCertificateEntry('java', 'x'.repeat(201)), 'title'],
      [{ ...buildCertificateEntry('java'), provider: 'two\nlines' }, 'provider'],
    ] as const) {
      const refusal = await refuse(team.student.caller, body);
      expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual(['invalid', [field]]);
    }
    await closeCurrentCohort(portal);
    expect((await refuse(team.student.caller)).code).toBe('cohort-closed');
  });

  test('are limited in number, and are not duplicated if the same certificate is added again', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    for (let count = 0; count < maxCertificates; count += 1) {
      await addTestCertificate(team, 'optional', `Course ${count}`);
    }
    const params = { groupId: team.groupId };
    const input = { params, body: buildCertificateEntry('optional', 'One more') };
    const refusal = await expectRefusal(portal, team.student.caller, addCertificate, input);
    expect(refusal).toMatchObject({ code: 'invalid', fields: { title: expect.any(String) } });
    const before = await portal.snapshot();
    await addTestCertificate(team, 'optional', 'Course 7');
    expect(await portal.snapshot()).toEqual(before);
  });

  test('can be changed and removed only by that student, and only before they are accepted', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { certificate } = await addTestCertificate(team, 'java');
    const params = { certificateId: certificate._id };
    const changed = { params, body: buildCertificateEntry('python') };
    for (const { caller } of [team.mate, await createTestUser(portal)]) {
      expect((await expectRefusal(portal, caller, changeCertificate, changed)).code).toBe(
        'not-found',
      );
      expect((await expectRefusal(portal, caller, removeCertificate, { params })).code).toBe(
        'not-found',
      );
    }
    const saved = await team.student.caller.call(changeCertificate, changed);
    expect(saved.certificate).toMatchObject({ countsFor: 'python', revision: 2 });
    await uploadCertificates(team);
    await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
    for (const endpoint of [changeCertificate, removeCertificate]) {
      const refusal = await expectRefusal(portal, team.student.caller, endpoint, changed);
      expect(refusal.message).toBe('“python” has been accepted, so you can’t change it.');
    }
    await decideTestCertificates(portal, team, [0], { decision: 'unchecked' });
    await team.student.caller.call(removeCertificate, { params });
    expect((await readCertificates(portal.admin, team)).entries).toEqual([]);
  });

  test('are visible to that student, while other members of the group see only their overall state', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await addEightCertificates(portal, team);
    const params = { groupId: team.groupId };
    const ownView = await team.student.caller.call(findCertificates, { params });
    expect(ownView.rule).toEqual((await team.student.caller.call(findCourses)).rule);
    expect(ownView.own?.entries).toHaveLength(8);
    expect(ownView.members.map(({ state }) => state)).toEqual(['incomplete', 'missing']);
    expect(ownView.members[0]?.sentence).toBe('The merged PDF is missing.');
    const mates = await team.mate.caller.call(findCertificates, { params });
    expect(mates.own?.entries).toEqual([]);
    expect(mates.members).toMatchObject([
      { state: 'incomplete', sentence: null },
      { state: 'missing', sentence: expect.stringContaining('Python is missing') },
    ]);
    const staff = await team.examiner.caller.call(findCertificates, { params });
    expect(staff.own).toBeNull();
    expect(staff.members[0]).toEqual(ownView.members[0]);
  });
});

describe('the list of students and their certificates', () => {
  test('can be filtered, sorted, counted and paged, and shows supervisors only the students of their own groups', async ({
    portal,
  }) => {
    const [team, other] = [
      await createTestGroup(portal),
      await createTestGroup(portal, { size: 1 }),
    ];
    await addEightCertificates(portal, team);
    await uploadCertificates(team);
    const list = (caller: ApiCaller, query: object = {}) =>
      caller.call(listCertificates, { query });
    const all = await list(portal.admin);
    expect([all.total, all.counts]).toEqual([
      3,
      { missing: 2, incomplete: 0, unchecked: 1, complete: 0 },
    ]);
    const waiting = await list(portal.admin, { state: 'unchecked' });
    expect(waiting.rows.map(({ name, unchecked }) => [name, unchecked])).toEqual([
      [team.student.name, 8],
    ]);
    expect(waiting.counts).toEqual(all.counts);
    const filteredList = await list(portal.admin, { q: other.group.fypGroupName.toLowerCase() });
    expect(filteredList.rows.map(({ name }) => name)).toEqual([other.student.name]);
    const names = (await list(portal.admin, { sort: 'name' })).rows.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const down = await list(portal.admin, { sort: 'name', descending: 'true', page: 2, limit: 2 });
    expect(down.rows.map(({ name }) => name)).toEqual([names[0]]);
    expect((await list(portal.admin, { program: 'None' })).total).toBe(0);
    const ownView = await list(other.supervisor.caller);
    expect(ownView.rows.map(({ name }) => name)).toEqual([other.student.name]);
    expect((await list((await createTestUser(portal, 'faculty')).caller)).total).toBe(0);
  });
});
