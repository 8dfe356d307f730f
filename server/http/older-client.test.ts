import { describe, expect } from 'vitest';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';
import { buildPdfFile, testUserPassword } from '#tools/test/people.ts';

// These tests simulate a client written from section 7 of the specification, so they do not import the API contract.

type Init = {
  token?: string;
  json?: unknown;
  form?: Record<string, string | File>;
  method?: string;
};
// biome-ignore lint/suspicious/noExplicitAny: This client has no types.
type Reply = { status: number; body: any };

function sender({ url }: Portal) {
  return async (method: string, path: string, { token, json, form }: Init = {}): Promise<Reply> => {
    const headers = new Headers();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (!form) headers.set('content-type', 'application/json');
    const fields = new FormData();
    for (const [name, value] of Object.entries(form ?? {})) fields.append(name, value);
    const body = form ? fields : json === undefined ? undefined : JSON.stringify(json);
    const init = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(`${url}/api/auth${path}`, init);
    return { status: response.status, body: await response.json() };
  };
}

const memberFields = (index: number, member: Record<string, string | File>) =>
  Object.fromEntries(
    Object.entries(member).map(([field, value]) => [`groupMembers[${index}][${field}]`, value]),
  );

describe('a client written from the specification', () => {
  test.for(['null', 'undefined', ''])(
    'can register a user without a CV by sending “%s” instead of the file',
    async (cv, { portal }) => {
      const send = sender(portal);
      const person = { name: 'Aya Khan', email: 'aya@university.test', password: testUserPassword };
      const signedUp = await send('POST', '/register', { form: { ...person, file: cv } });
      expect(signedUp.status).toBe(201);
      const users = await send('GET', '/getusers', { token: portal.admin.token ?? '' });
      const aya = users.body.users.find(({ email }: { email: string }) => email === person.email);
      expect(aya).toMatchObject({ name: 'Aya Khan', role: 'student', fileUrl: null });
    },
  );

  test('can submit a proposal with “null” or an empty string instead of optional files', async ({
    portal,
  }) => {
    const send = sender(portal);
    const [student, mate] = [await createTestUser(portal), await createTestUser(portal)];
    const member = ({ name, email }: { name: string; email: string }, roll: string) => ({
      name,
      fathername: `Father of ${name}`,
      roll,
      email,
      phone: '0301 2345678',
      feeProof: buildPdfFile('fee.pdf'),
    });
    const form = {
      program: 'BSCS',
      title: 'A title',
      category: 'Web Development',
      supervisor: 'other',
      proposalFile: buildPdfFile('proposal.pdf'),
      ...memberFields(0, { ...member(student, 'F22-901'), certificate: 'null' }),
      ...memberFields(1, { ...member(mate, 'F22-902'), certificate: '' }),
    };
    const token = student.caller.token ?? '';
    const noProof = { ...form, 'groupMembers[1][feeProof]': 'undefined' };
    const refusal = await expectRefusalWhenSending(portal, async () => {
      const body = new FormData();
      for (const [name, value] of Object.entries(noProof)) body.append(name, value);
      return student.caller.fetch('/api/auth/creategroup', { method: 'POST', body });
    });
    expect(refusal).toMatchObject({ status: 400, message: 'Member 2: Fee proof is required.' });
    expect((await send('POST', '/creategroup', { token, form })).status).toBe(201);
    const seen = await send('GET', `/group/${student.email}`, { token });
    expect(seen.status).toBe(200);
    expect(seen.body.member).toMatchObject({ phone: '+92 3012345678', certificatePath: null });
    expect(seen.body.group.fypGroupMembers).toHaveLength(2);
  });

  test('can update a group by sending back all fields that it received, with null for empty fields', async ({
    portal,
  }) => {
    const send = sender(portal);
    const team = await createTestGroup(portal);
    const token = portal.admin.token ?? '';
    const { groups } = (await send('GET', '/getgroups', { token })).body;
    const group = getItemAt(groups as Record<string, unknown>[], 0);
    const path = `/update/${team.groupId}`;
    const before = await portal.snapshot();
    expect((await send('PUT', path, { token, json: group })).status).toBe(200);
    const [first, ...otherMembers] = group.fypGroupMembers as Record<string, unknown>[];
    const empty = { ...first, month1: null, externalViva: null };
    const json = { ...group, externalVivaDetails: null, fypGroupMembers: [empty, ...otherMembers] };
    expect((await send('PUT', path, { token, json })).status).toBe(200);
    expect(await portal.snapshot()).toEqual(before);
    const changed = await send('PUT', path, { token, json: { ...json, fypTitle: 'New title' } });
    expect(changed.body).toMatchObject({ message: 'Group updated successfully' });
    expect((await team.read()).fypTitle).toBe('New title');
  });

  test('can delete a group even with a Content-Type header but no body', async ({ portal }) => {
    const send = sender(portal);
    const team = await createTestGroup(portal);
    const token = portal.admin.token ?? '';
    const { status } = await send('DELETE', `/delete/${team.groupId}`, { token });
    expect(status).toBe(200);
    const { groups } = (await send('GET', '/getgroups', { token })).body;
    expect(groups).toEqual([]);
  });
});

describe('a JSON body', () => {
  test('is rejected before it is parsed if it has too many values', async ({ portal }) => {
    const send = (body: string) => () =>
      portal.visitor.fetch('/api/auth/login', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
    const keys = Array.from({ length: 101 }, (_, index) => `"k${index}":"[{,"`);
    const refused = [
      `[${'0,'.repeat(20_001)}0]`,
      '['.repeat(20_001),
      `{"a":[{${keys.join(',')}}]}`,
      '[{'.repeat(10_001),
    ];
    for (const body of refused) {
      expect(await expectRefusalWhenSending(portal, send(body))).toMatchObject({
        status: 413,
        code: 'too-large',
        message: 'The request has too many values.',
      });
    }
    const taken = [
      `{${keys.slice(1).join(',')}}`,
      JSON.stringify({ email: `${',[{"\\'.repeat(5000)}` }),
      '{"email":"never ends',
    ];
    for (const body of taken) {
      expect(await expectRefusalWhenSending(portal, send(body))).toMatchObject({
        status: 400,
        code: 'invalid',
      });
    }
  });
});
