// Finds a request in a table of docs/specification.md that is refused, or stored in another form than the table says.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

const text = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
const section = text.split('### Accepted besides the specified form')[1]?.split('\n## ')[0] ?? '';
const rows = [...section.matchAll(/^\| `(.*?)` \| `(\{.*\})` \| `(\{.*\})` \|$/gm)];

type Target = { groupId: string; userId: string };

async function send({ admin, visitor }: Portal, request: string, body: string, at: Target) {
  const path = `/api/auth/${request}`;
  const json = { headers: { 'content-type': 'application/json' }, body };
  if (request === 'update') return admin.fetch(`${path}/${at.groupId}`, { ...json, method: 'PUT' });
  if (request === 'updateuser') {
    return admin.fetch(`${path}/${at.userId}`, { ...json, method: 'PUT' });
  }
  const fields = { groupId: at.groupId, ...JSON.parse(body) };
  if (request === 'save-teacher-marks') {
    return admin.fetch(path, { ...json, body: JSON.stringify(fields), method: 'POST' });
  }
  const form = new FormData();
  for (const [key, value] of Object.entries<string>(fields)) form.append(key, value);
  return visitor.fetch(path, { method: 'POST', body: form });
}

test.for(rows.map(([, request = '', sent = '', stored = '']) => [request, sent, stored] as const))(
  '%s accepts %s',
  async ([request, sent, stored], { portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { userId } = await createTestUser(portal, 'student');
    const { version, supervisor, fypGroupMembers } = await team.read();
    const { _id, email, roll } = fypGroupMembers[0] ?? {};
    const known = { ID: _id, EMAIL: email, ROLL: roll, VERSION: version, SUPERVISOR: supervisor };
    const fill = (template: string) =>
      Object.entries({ ...known, USER: userId }).reduce(
        (filled, [name, value]) => filled.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${value}`),
        template,
      );
    const response = await send(portal, request, fill(sent), { groupId: team.groupId, userId });
    expect(response.ok, await response.text()).toBe(true);
    const { users } = await (await portal.admin.fetch('/api/auth/getusers')).json();
    const group = await team.read();
    const viva = group.externalVivaDetails;
    const member = { ...group.fypGroupMembers[0], ...viva, supervisor: group.supervisor };
    const expected = toExpected(JSON.parse(fill(stored)));
    expect([...users, member]).toContainEqual(expect.objectContaining(expected));
  },
);

const toExpected = (stored: object) =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      value instanceof Object ? expect.objectContaining(value) : value,
    ]),
  );

test('the table of accepted requests in docs/specification.md has rows for four endpoints', () => {
  const requests = new Set(rows.map(([, request]) => request));
  expect([...requests].toSorted()).toEqual([
    ...['register', 'save-teacher-marks', 'update', 'updateuser'],
  ]);
});
