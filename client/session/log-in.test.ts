import { afterEach, expect, test, vi } from 'vitest';
import { logIn } from './log-in.ts';

afterEach(() => vi.unstubAllGlobals());

const typed = { email: 'typed@x.edu', password: 'secret-1' };
const specified = { token: 't-1', role: 'student', name: 'Ayesha', message: 'Login successful!' };
const details = {
  role: 'student',
  name: 'Ayesha',
  email: 'a@x.edu',
  userId: 'u-1',
  groupId: 'g-1',
};

test.each<[string, object, object | undefined, object]>([
  ['reads missing values', { studentId: 's-1' }, details, details],
  ['uses the typed email', { studentId: 's-1', email: null }, undefined, { userId: 's-1' }],
  ['uses the id of a teacher', { role: 'faculty', teacherId: 't-9' }, {}, { userId: 't-9' }],
  ['uses the email as id of an admin', { role: 'admin' }, undefined, { userId: 'typed@x.edu' }],
  ['keeps a complete reply', { email: 'b@x.edu', userId: 'u-2' }, details, { email: 'b@x.edu' }],
])('logIn %s', async (_case, fields, sessionReply, expected) => {
  vi.stubGlobal('fetch', async (url: string) => {
    const body = url.endsWith('/login') ? { ...specified, ...fields } : sessionReply;
    return body ? Response.json(body) : new Response('<html>', { status: 404 });
  });
  expect(await logIn(typed)).toMatchObject({ token: 't-1', email: 'typed@x.edu', ...expected });
});

test.each([{ message: 'Wait.' }, { ...specified, token: '' }])(
  'logIn refuses the reply %j, which has no token',
  async (reply) => {
    vi.stubGlobal('fetch', async () => Response.json(reply));
    await expect(logIn(typed)).rejects.toThrow();
  },
);
