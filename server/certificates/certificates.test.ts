import { describe, expect } from 'vitest';
import {
  addCertificate,
  changeCertificate,
  decideCertificates,
  findCertificates,
  getMemberCertificates,
  listCertificates,
  mostCertificates,
  removeCertificate,
  sendCertificatesResult,
} from '#contract/certificates.ts';
import { findCourses } from '#contract/content.ts';
import { findDesk } from '#contract/desk.ts';
import { checkDocument, uploadDocument } from '#contract/documents.ts';
import { aTeam, at, somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import type { Caller } from '#tools/test/caller.ts';
import { fileOf } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';

type Team = Awaited<ReturnType<typeof aTeam>>;
const kinds = ['python', 'java', 'thesis-writing', 'english-speaking'];
const eight = [...kinds, 'project-management-and-presentation', 'optional', 'optional', 'optional'];

const entry = (countsFor: string, title = countsFor) => ({
  title,
  provider: 'Coursera',
  countsFor,
});
const add = ({ student, groupId }: Team, countsFor: string, title = countsFor) =>
  student.caller.call(addCertificate, { params: { groupId }, body: entry(countsFor, title) });
const addEight = async (portal: Portal, team: Team) => {
  for (const [index, countsFor] of eight.entries()) {
    await add(team, countsFor, `Course ${index}`);
    portal.wait(1000);
  }
};
const upload = ({ student }: Team, title = 'certificates') =>
  student.caller.call(uploadDocument, {
    params: { kind: 'certificate', email: student.email },
    body: { file: fileOf(pdf({ title }), `${title}.pdf`) },
  });
const read = (caller: Caller, team: Team) =>
  caller.call(getMemberCertificates, { params: { memberId: at(team.ids, 0) } });

type Decision = { decision: 'accepted' | 'returned' | 'unchecked'; reason?: string };
async function inputOf(portal: Portal, team: Team, which: readonly number[], decision: Decision) {
  const { entries, documents } = await read(portal.admin, team);
  const chosen = which.map((index) => at(entries, index));
  return {
    params: { memberId: at(team.ids, 0) },
    body: {
      ...decision,
      entries: chosen.map(({ _id, revision }) => ({ _id, revision })),
      documentId: documents[0]?._id ?? null,
    },
  };
}
const decide = async (portal: Portal, team: Team, which: readonly number[], decision: Decision) => {
  portal.wait(1000);
  return portal.admin.call(decideCertificates, await inputOf(portal, team, which, decision));
};
const allOf = eight.map((_, index) => index);
const results = async ({ db }: Portal) =>
  db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text_body as text', 'reply_to'])
    .where('subject', 'like', '%certificates were checked%')
    .orderBy('queued_at')
    .execute();
const close = ({ db, clock, content }: Portal) =>
  db
    .updateTable('cohorts')
    .set({ closed_at: clock().toISOString() })
    .where('id', '=', content.current._id)
    .execute();

describe('the certificates that a student lists', () => {
  test('are refused for another’s group, for what the rule does not name, and in a closed cohort', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    const stranger = await somebody(portal);
    const params = { groupId: team.groupId };
    const input = { params, body: entry('java') };
    const refuse = (caller: Caller, body: object = input.body) =>
      refusalOf(portal, caller, addCertificate, { params, body });
    expect((await refuse(stranger.caller)).code).toBe('not-found');
    for (const [body, field] of [
      [entry('cobol'), 'countsFor'],
      [entry('java', ' '), 'title'],
      [entry('java', 'x'.repeat(201)), 'title'],
      [{ ...entry('java'), provider: 'two\nlines' }, 'provider'],
    ] as const) {
      const refusal = await refuse(team.student.caller, body);
      expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual(['invalid', [field]]);
    }
    await close(portal);
    expect((await refuse(team.student.caller)).code).toBe('cohort-closed');
  });

  test('are no more than anybody may list, and not the same twice', async ({ portal }) => {
    const team = await aTeam(portal);
    for (let count = 0; count < mostCertificates; count += 1) {
      await add(team, 'optional', `Course ${count}`);
    }
    const params = { groupId: team.groupId };
    const input = { params, body: entry('optional', 'One more') };
    const refusal = await refusalOf(portal, team.student.caller, addCertificate, input);
    expect(refusal).toMatchObject({ code: 'invalid', fields: { title: expect.any(String) } });
    const before = await portal.snapshot();
    await add(team, 'optional', 'Course 7');
    expect(await portal.snapshot()).toEqual(before);
  });

  test('are changed and removed by their student alone, and not once they are accepted', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    const { certificate } = await add(team, 'java');
    const params = { certificateId: certificate._id };
    const changed = { params, body: entry('python') };
    for (const { caller } of [team.mate, await somebody(portal)]) {
      expect((await refusalOf(portal, caller, changeCertificate, changed)).code).toBe('not-found');
      expect((await refusalOf(portal, caller, removeCertificate, { params })).code).toBe(
        'not-found',
      );
    }
    const saved = await team.student.caller.call(changeCertificate, changed);
    expect(saved.certificate).toMatchObject({ countsFor: 'python', revision: 2 });
    await upload(team);
    await decide(portal, team, [0], { decision: 'accepted' });
    for (const endpoint of [changeCertificate, removeCertificate]) {
      const refusal = await refusalOf(portal, team.student.caller, endpoint, changed);
      expect(refusal.message).toBe('“python” is accepted and stays as it is.');
    }
    await decide(portal, team, [0], { decision: 'unchecked' });
    await team.student.caller.call(removeCertificate, { params });
    expect((await read(portal.admin, team)).entries).toEqual([]);
  });

  test('are their own to see, and their state is all that others of the group see', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await addEight(portal, team);
    const params = { groupId: team.groupId };
    const own = await team.student.caller.call(findCertificates, { params });
    expect(own.rule).toEqual((await team.student.caller.call(findCourses)).rule);
    expect(own.own?.entries).toHaveLength(8);
    expect(own.members.map(({ state }) => state)).toEqual(['incomplete', 'missing']);
    expect(own.members[0]?.sentence).toBe('The merged PDF is missing.');
    const mates = await team.mate.caller.call(findCertificates, { params });
    expect(mates.own?.entries).toEqual([]);
    expect(mates.members).toEqual(own.members);
    const staff = await team.examiner.caller.call(findCertificates, { params });
    expect(staff.own).toBeNull();
  });
});

describe('a decision about certificates', () => {
  test('is refused without a reason, without the file, and against an older version of it', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await add(team, 'java');
    const refuse = async (decision: Decision, changes: object = {}) => {
      const { params, body } = await inputOf(portal, team, [0], decision);
      const input = { params, body: { ...body, ...changes } };
      return refusalOf(portal, portal.admin, decideCertificates, input);
    };
    expect((await refuse({ decision: 'accepted' })).message).toBe(
      'The merged PDF is missing, so nothing is accepted yet.',
    );
    expect(Object.keys((await refuse({ decision: 'returned' })).fields ?? {})).toEqual(['reason']);
    const first = (await upload(team, 'one')).document;
    await upload(team, 'two');
    const stale = await refuse({ decision: 'accepted' }, { documentId: first._id });
    expect([stale.code, stale.message]).toEqual([
      'stale-version',
      'A newer version of the merged PDF was uploaded meanwhile. Open that one first.',
    ]);
    expect((await refuse({ decision: 'accepted' }, { documentId: null })).code).toBe(
      'stale-version',
    );
  });

  test('is refused about an entry that was changed, removed, or is another student’s', async ({
    portal,
  }) => {
    const [team, other] = [await aTeam(portal), await aTeam(portal)];
    const { certificate } = await add(team, 'java');
    await add(other, 'java');
    await upload(team);
    const input = await inputOf(portal, team, [0], { decision: 'accepted' });
    const params = { certificateId: certificate._id };
    await team.student.caller.call(changeCertificate, { params, body: entry('python') });
    const changed = await refusalOf(portal, portal.admin, decideCertificates, input);
    expect(changed.message).toBe('“python” was changed meanwhile. Read it again.');
    const another = { ...input, body: { ...input.body, decision: 'unchecked' } };
    another.body.entries = [
      { _id: at((await read(portal.admin, other)).entries, 0)._id, revision: 1 },
    ];
    expect((await refusalOf(portal, portal.admin, decideCertificates, another)).code).toBe(
      'not-found',
    );
  });

  test('is the supervisor’s or an admin’s, as the check of the file is, and not in a closed cohort', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await add(team, 'java');
    const { document } = await upload(team);
    const input = await inputOf(portal, team, [0], { decision: 'accepted' });
    const stranger = await somebody(portal, 'faculty');
    for (const { caller } of [team.examiner, stranger]) {
      const check = { params: { documentId: document._id }, body: { checked: true } };
      const byFile = await refusalOf(portal, caller, checkDocument, check);
      const refusal = await refusalOf(portal, caller, decideCertificates, input);
      expect(refusal.code).toBe(byFile.code);
    }
    expect((await read(team.examiner.caller, team)).mayCheck).toBe(false);
    expect((await read(team.supervisor.caller, team)).mayCheck).toBe(true);
    await close(portal);
    expect((await refusalOf(portal, portal.admin, decideCertificates, input)).code).toBe(
      'cohort-closed',
    );
  });

  test('completes the certificates, says against which version, and emails the result once', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await addEight(portal, team);
    await upload(team);
    const first = await decide(portal, team, allOf.slice(0, 7), { decision: 'accepted' });
    expect([first.isSent, first.member.state, first.member.untold]).toEqual([
      false,
      'unchecked',
      7,
    ]);
    expect(await results(portal)).toEqual([]);
    const input = await inputOf(portal, team, [7], { decision: 'accepted' });
    const { member, isSent } = await portal.admin.call(decideCertificates, input);
    expect([isSent, member.state, member.untold]).toEqual([true, 'complete', 0]);
    expect(member.entries[7]).toMatchObject({ checkedVersion: 1, checkedBy: 'The Admin' });
    // Sent again, it decides and emails nothing more.
    expect((await portal.admin.call(decideCertificates, input)).isSent).toBe(false);
    const emails = await results(portal);
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [team.student.email, `${team.group.fypGroupName}: your certificates were checked, accepted`],
    ]);
    expect(emails[0]?.text).toContain('The certificates are complete.');
  });

  test('that returns one tells the reason in one email, and a mended entry is checked and told anew', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await addEight(portal, team);
    await upload(team);
    await decide(portal, team, [1], { decision: 'returned', reason: 'Your name is missing.' });
    await decide(portal, team, [0, ...allOf.slice(2)], { decision: 'accepted' });
    const [email, ...others] = await results(portal);
    expect(others).toEqual([]);
    expect(email?.subject).toMatch(/checked, 1 returned$/);
    expect(email?.text).toMatch(/Course 1:\s+Your name is missing\./);
    const desk = await team.student.caller.call(findDesk);
    expect(desk.items[0]).toMatchObject({
      ...{ text: '1 certificate was returned: Course 1.', to: '/students#certificates' },
    });
    const params = { groupId: team.groupId };
    const { own, members } = await team.student.caller.call(findCertificates, { params });
    expect(own?.entries[1]).toMatchObject({ state: 'returned', reason: 'Your name is missing.' });
    expect(members[0]?.sentence).toBe('Java is missing.');
    const { certificate } = await team.student.caller.call(changeCertificate, {
      params: { certificateId: at(own?.entries ?? [], 1)._id },
      body: entry('java', 'Course 1'),
    });
    expect(certificate).toMatchObject({ state: 'unchecked', reason: null });
    const texts = (await portal.admin.call(findDesk)).items.map(({ text }) => text);
    expect(texts).toContain('One student waits for their certificates to be checked.');
    expect((await decide(portal, team, [1], { decision: 'accepted' })).isSent).toBe(true);
    const [, second, ...more] = await results(portal);
    expect(more).toEqual([]);
    expect(second?.text).toContain('Course 1');
    expect(second?.text).not.toContain('Course 2');
    expect((await read(portal.admin, team)).reasons).toEqual(['Your name is missing.']);
  });

  test('is taken back, and tells again only what is decided otherwise', async ({ portal }) => {
    const team = await aTeam(portal);
    await add(team, 'java');
    await upload(team);
    await decide(portal, team, [0], { decision: 'accepted' });
    const undone = await decide(portal, team, [0], { decision: 'unchecked' });
    expect(undone.member.entries[0]).toMatchObject({ state: 'unchecked', checkedBy: null });
    expect((await decide(portal, team, [0], { decision: 'accepted' })).isSent).toBe(false);
    expect(await results(portal)).toHaveLength(1);
    const returned = { decision: 'returned', reason: 'Not legible.' } as const;
    expect((await decide(portal, team, [0], returned)).isSent).toBe(true);
    expect(await results(portal)).toHaveLength(2);
  });

  test('is told before all is decided where staff ask for it, and not twice', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await addEight(portal, team);
    await upload(team);
    await decide(portal, team, [2], { decision: 'returned', reason: 'Not legible.' });
    const input = { params: { memberId: at(team.ids, 0) } };
    const sent = await portal.admin.call(sendCertificatesResult, input);
    expect(sent.member.untold).toBe(0);
    expect((await results(portal))[0]?.text).toContain('Not checked yet: 7.');
    const refusal = await refusalOf(portal, portal.admin, sendCertificatesResult, input);
    expect(refusal.code).toBe('invalid');
    await decide(portal, team, [0, 1, ...allOf.slice(3)], { decision: 'accepted' });
    const last = at(await results(portal), 1);
    expect([last.text.includes('Course 0'), last.text.includes('Course 2')]).toEqual([true, false]);
  });
});

describe('the list of students', () => {
  test('is narrowed, sorted, counted and paged, and holds a supervisor’s own groups alone', async ({
    portal,
  }) => {
    const [team, other] = [await aTeam(portal), await aTeam(portal, { size: 1 })];
    await addEight(portal, team);
    await upload(team);
    const list = (caller: Caller, query: object = {}) => caller.call(listCertificates, { query });
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
    const found = await list(portal.admin, { q: other.group.fypGroupName.toLowerCase() });
    expect(found.rows.map(({ name }) => name)).toEqual([other.student.name]);
    const names = (await list(portal.admin, { sort: 'name' })).rows.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const down = await list(portal.admin, { sort: 'name', descending: 'true', page: 2, limit: 2 });
    expect(down.rows.map(({ name }) => name)).toEqual([names[0]]);
    expect((await list(portal.admin, { program: 'None' })).total).toBe(0);
    const own = await list(other.supervisor.caller);
    expect(own.rows.map(({ name }) => name)).toEqual([other.student.name]);
    expect((await list((await somebody(portal, 'faculty')).caller)).total).toBe(0);
    const nowhere = { query: { cohort: 'nowhere' } };
    expect((await refusalOf(portal, portal.admin, listCertificates, nowhere)).code).toBe(
      'not-found',
    );
  });
});
