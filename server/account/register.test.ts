import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { listUsers } from '#contract/users.ts';
import { switchModule } from '#server/test/content/modules.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, expectRefusalWhenSending } from '#server/test/refusal.ts';
import { buildJpeg, buildPdf, buildPng, buildZip } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, buildProposal, testUserPassword, toFile } from '#tools/test/people.ts';

const ayesha = {
  name: 'Ayesha Khan',
  email: 'ayesha.khan@university.test',
  password: testUserPassword,
};
const signUp = (portal: Portal, changes: object = {}) =>
  portal.visitor.request(register, { body: { ...ayesha, ...changes } });
const rejectSignUp = (portal: Portal, changes: object) =>
  expectRefusal(portal, portal.visitor, register, { body: { ...ayesha, ...changes } });
const userNamed = async (portal: Portal, q: string) => {
  const { users } = await portal.admin.call(listUsers, { query: { q } });
  return getItemAt(users, 0);
};

describe('a sign-up', () => {
  test('creates a student who can log in', async ({ portal }) => {
    const response = await signUp(portal);
    expect(response.status).toBe(201);
    const reply = register.reply.parse(await response.json());
    expect(reply.message).toBe('Registration successful!');
    const { role, userId } = await portal.visitor.call(login, { body: ayesha });
    expect({ role, userId }).toEqual({ role: 'student', userId: reply.userId });
  });

  test('ignores a CV while the department does not use CVs, and stores it once the module is on again', async ({
    portal,
  }) => {
    await switchModule(portal, 'cv', false);
    const { files } = await portal.snapshot();
    expect((await signUp(portal, { file: buildPdfFile('cv.pdf') })).status).toBe(201);
    expect((await userNamed(portal, ayesha.name)).fileUrl).toBeNull();
    const documents = portal.db.selectFrom('documents').select('id');
    expect(await documents.execute()).toEqual([]);
    expect((await portal.snapshot()).files).toEqual(files);

    await switchModule(portal, 'cv', true);
    const other = { name: 'Bilal Ahmed', email: 'bilal@university.test' };
    expect((await signUp(portal, { ...other, file: buildPdfFile('cv.pdf') })).status).toBe(201);
    expect((await userNamed(portal, other.name)).fileUrl).not.toBeNull();
  });

  test.for(['admin', 'faculty', 'student', 'nonsense'])(
    'creates a student even if the form contains the role %s',
    async (role, { portal }) => {
      expect((await signUp(portal, { role })).status).toBe(201);
      expect((await userNamed(portal, 'ayesha')).role).toBe('student');
    },
  );

  test('ignores unknown fields of the form', async ({ portal }) => {
    const extra = {
      id: '00000000-0000-4000-8000-000000000000',
      blockedAt: 'x',
      createdAt: '1999-01-01',
      isAdmin: 'true',
    };
    expect((await signUp(portal, extra)).status).toBe(201);
    expect(await userNamed(portal, 'ayesha')).toMatchObject({
      blockedAt: null,
      createdAt: '2027-01-15T10:00:00.000Z',
    });
  });

  test('stores the password only as an argon2id hash', async ({ portal }) => {
    await signUp(portal);
    const row = await portal.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', ayesha.email)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(JSON.stringify(await portal.snapshot())).not.toContain(testUserPassword);
  });

  test('trims the name and stores the email in lower case', async ({ portal }) => {
    await signUp(portal, { name: '  عائشہ خان ', email: 'Ayesha.Khan@University.TEST' });
    expect(await userNamed(portal, 'ayesha')).toMatchObject({
      name: 'عائشہ خان',
      email: ayesha.email,
    });
  });

  test('accepts an empty file input and stores no CV', async ({ portal }) => {
    expect((await signUp(portal, { file: toFile(new Uint8Array(), '') })).status).toBe(201);
    expect((await userNamed(portal, 'ayesha')).fileUrl).toBeNull();
  });

  test('accepts the name of an existing supervisor', async ({ portal }) => {
    const supervisor = await createTestUser(portal, 'faculty');
    expect((await signUp(portal, { name: supervisor.name })).status).toBe(201);
  });

  test('accepts an email address of 254 characters, and the address works in URL paths', async ({
    portal,
  }) => {
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.edu`;
    const email = `o'neil+fyp.${'l'.repeat(254 - domain.length - 12)}@${domain}`;
    expect(email).toHaveLength(254);
    expect((await signUp(portal, { email })).status).toBe(201);
    const student = await portal.visitor.logIn(email, testUserPassword);
    await student.call(submitProposal, { body: buildProposal([{ name: ayesha.name, email }]) });
    const { member } = await student.call(findGroup, { params: { email } });
    expect(member.email).toBe(email);
    const uploaded = await student.call(uploadDocument, {
      params: { kind: 'thesis', email },
      body: { file: buildPdfFile() },
    });
    expect(uploaded.message).toBe('THESIS uploaded successfully.');
  });
});

describe('a CV', () => {
  test.for([
    { name: 'cv.pdf', content: buildPdf(), mediaType: 'application/pdf' },
    { name: 'cv.PDF', content: buildPdf(), mediaType: 'application/pdf' },
    { name: 'cv.jpg', content: buildJpeg(), mediaType: 'image/jpeg' },
    { name: 'cv.jpeg', content: buildJpeg(), mediaType: 'image/jpeg' },
    { name: 'cv.png', content: buildPng(), mediaType: 'image/png' },
  ])('is accepted with the name $name', async ({ name, content, mediaType }, { portal }) => {
    expect((await signUp(portal, { file: toFile(content, name) })).status).toBe(201);
    const { fileUrl } = await userNamed(portal, 'ayesha');
    const response = await portal.admin.fetch(fileUrl ?? '');
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  test.for([
    { what: 'a text named .pdf', name: 'cv.pdf', content: Buffer.from('I am no PDF at all.') },
    { what: 'a PNG named .pdf', name: 'cv.pdf', content: buildPng() },
    { what: 'a PDF named .png', name: 'cv.png', content: buildPdf() },
    { what: 'a PNG named .jpg', name: 'cv.jpg', content: buildPng() },
    {
      what: 'an HTML page named .jpg',
      name: 'cv.jpg',
      content: Buffer.from('<html><script>alert(1)</script>'),
    },
  ])('is rejected if it is $what', async ({ name, content }, { portal }) => {
    const message = `CV: “${name}” is named .${name.split('.')[1]} but its content is not. Save it again as pdf, jpg, jpeg or png and choose that file.`;
    expect(await rejectSignUp(portal, { file: toFile(content, name) })).toMatchObject({
      status: 415,
      code: 'wrong-kind-of-file',
      message,
      fields: { file: message },
    });
  });

  test.for(['cv.zip', 'cv.svg', 'cv.html', 'cv', 'cv.pdf.exe', '.pdf.'])(
    'is rejected if it is named %s',
    async (name, { portal }) => {
      const file = toFile(name === 'cv.zip' ? buildZip() : buildPdf(), name);
      const response = await rejectSignUp(portal, { file });
      expect(response).toMatchObject({ status: 415, code: 'wrong-kind-of-file' });
      expect(response.message).toContain('CV must be a pdf, jpg, jpeg or png file');
    },
  );

  test('is rejected if it is empty', async ({ portal }) => {
    expect(await rejectSignUp(portal, { file: toFile(new Uint8Array(), 'cv.pdf') })).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'CV: “cv.pdf” is empty.',
    });
  });

  test('is rejected if it is one byte larger than the limit', async () => {
    const { portal, close } = await openPortal({ MAX_CV_MB: '0.01' });
    const limit = Math.round(0.01 * 1024 * 1024);
    expect(
      await rejectSignUp(portal, { file: toFile(buildPdf({ bytes: limit + 1 }), 'cv.pdf') }),
    ).toMatchObject({
      status: 413,
      code: 'too-large',
      message: 'CV must be 10 kB or smaller; “cv.pdf” is larger.',
      fields: { file: expect.stringContaining('10 kB or smaller') },
    });
    expect(
      (await signUp(portal, { file: toFile(buildPdf({ bytes: limit }), 'cv.pdf') })).status,
    ).toBe(201);
    await close();
  });
});

describe('register', () => {
  test('reports every missing field', async ({ portal }) => {
    const refusal = await expectRefusal(portal, portal.visitor, register, {
      body: { file: buildPdfFile() },
    });
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Name is required.',
      fields: {
        name: 'Name is required.',
        email: 'Email is required.',
        password: 'Password is required.',
      },
    });
  });

  test.for([
    [{ name: '   ' }, 'name', 'Name is required.'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be 100 characters or fewer.'],
    [{ email: 'not an address' }, 'email', 'Enter an email address such as name@university.edu.'],
    [{ password: 'seven77' }, 'password', 'Password must be at least 8 characters.'],
    [{ password: 'ab!'.repeat(43) }, 'password', 'Password must be 128 characters or fewer.'],
    [
      { password: 'PassWord1' },
      'password',
      'This is one of the most used passwords. Choose another.',
    ],
    [{ password: '        ' }, 'password', 'Password can’t be only spaces.'],
  ] as const)('reports the invalid field: %j', async ([changes, field, message], { portal }) => {
    expect(await rejectSignUp(portal, { ...changes, file: buildPdfFile() })).toMatchObject({
      status: 400,
      code: 'invalid',
      message,
      fields: { [field]: message },
    });
  });

  test('rejects an already registered email, ignoring case', async ({ portal }) => {
    await signUp(portal);
    const email = 'AYESHA.Khan@University.test';
    const message = `There is already an account with the email ${ayesha.email}.`;
    expect(await rejectSignUp(portal, { email, file: buildPdfFile() })).toMatchObject({
      status: 409,
      code: 'email-taken',
      message,
      fields: { email: message },
    });
  });

  test('accepts only one of several concurrent sign-ups with the same email', async ({
    portal,
  }) => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => signUp(portal, { file: buildPdfFile() })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { users, documents, files } = await portal.snapshot();
    expect([users?.length, documents?.length]).toEqual([2, 1]);
    expect(files?.filter((file) => String(file).startsWith('kept/'))).toHaveLength(1);
  });

  test('rejects a body that is not multipart form data', async ({ portal }) => {
    const body = JSON.stringify(ayesha);
    const headers = { 'content-type': 'application/json' };
    const send = () => portal.visitor.fetch(register.path, { method: 'POST', body, headers });
    expect(await expectRefusalWhenSending(portal, send)).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Send this as a form with files (multipart/form-data).',
    });
  });
});
