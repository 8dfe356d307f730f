// A client written from the specification alone: it finds a server that refuses what the specification permits. Do not adapt it to the server.
import { describe, expect } from 'vitest';
import { test } from '#server/test/portal.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: This client has no types.
type Json = any;
type World = Awaited<ReturnType<typeof openGroup>>;
type Row = [name: string, run: (world: World) => Promise<Json>];

const PASSWORD = 'blue kite 27';
const NAMES = ['Ada Noor', 'Bilal Shah', 'Chand Rao'];
const ADA = 'ada.noor@university.test';
const RAR = Buffer.from('526172211a0701003392b5e50a01050600050101808000', 'hex');
const EMPTY_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TYPES: Json = { pdf: 'application/pdf', zip: 'application/zip', png: 'image/png' };

const mailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@university.test`;
const textLike = expect.stringMatching(/./);

function file(content: string | Buffer, name: string, type = TYPES[name.slice(-3)] ?? '') {
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  return new File([part], name, { type });
}
const pdf = (title: string) => file(buildPdf({ title }), `${title}.pdf`);
const tinyPdf = (name: string) => file('%PDF-1.4\n%%EOF', name, TYPES.pdf);

function form(fields: Json) {
  const data = new FormData();
  for (const [key, value] of Object.entries<Json>(fields)) data.append(key, value);
  return data;
}

function proposal(members: Json[], more: Json = {}) {
  const about = { program: 'BSCS', title: 'Smart Campus', category: 'IOT', supervisor: 'other' };
  const parts = members.flatMap((person, at) =>
    Object.entries(person).map(([key, value]) => [`groupMembers[${at}][${key}]`, value]),
  );
  return form({ ...about, proposalFile: pdf('plan'), ...more, ...Object.fromEntries(parts) });
}

function member(name: string, number: number, more: Json = {}): Json {
  const contact = { email: mailOf(name), phone: `+92 300123456${number}` };
  const roll = `BSCS-F23-00${number}`;
  return { name, fathername: 'Karim', roll, ...contact, feeProof: pdf(`fee${number}`), ...more };
}

async function enter(url: string) {
  async function ask(method: string, path: string, token = '', body: Json = undefined) {
    const isForm = body instanceof FormData;
    const json = body && !isForm && { 'content-type': 'application/json' };
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...json };
    const sent = isForm ? body : JSON.stringify(body);
    const response = await fetch(`${url}/api/auth${path}`, { method, headers, body: sent });
    const text = await response.text();
    const shown = isForm ? JSON.stringify([...body.entries()]) : sent;
    const line = `${response.status} ${text} answered ${method} ${path} ${shown}`;
    const hasJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, line, body: hasJson ? JSON.parse(text) : text };
  }
  async function call(...request: Parameters<typeof ask>): Promise<Json> {
    const reply = await ask(...request);
    expect(reply.status, reply.line).toBeLessThan(300);
    return reply.body;
  }
  const logIn = (email: string, password = PASSWORD) =>
    call('POST', '/login', '', { email, password });
  const register = (name: string, more: Json = {}) =>
    call('POST', '/register', '', form({ name, email: mailOf(name), password: PASSWORD, ...more }));
  const enrol = async (name: string, more?: Json): Promise<string> => {
    await register(name, more);
    return (await logIn(mailOf(name))).token;
  };
  const admin: string = (await logIn('admin@university.test', 'a long passphrase')).token;
  const list = async (key: string) => {
    const body = await call('GET', `/get${key}`, admin);
    return Array.isArray(body) ? body : body[key];
  };
  const userOf = async (name: string) =>
    (await list('users')).find((user: Json) => user.email === mailOf(name));
  const hire = async (name: string): Promise<string> => {
    await register(name);
    const { _id, email } = await userOf(name);
    await call('PUT', `/updateuser/${_id}`, admin, { name, email, role: 'faculty' });
    return (await logIn(mailOf(name))).token;
  };
  return { ask, call, logIn, register, enrol, admin, list, userOf, hire };
}

async function openGroup(url: string, supervisorName = 'other') {
  const portal = await enter(url);
  const { call, admin, list, enrol } = portal;
  const supervisor = await portal.hire('Sana Malik');
  const examiner = await portal.hire('Omar Aziz');
  const student = await enrol('Ada Noor', { file: pdf('cv') });
  await enrol('Bilal Shah', { file: file(PNG, 'cv.png') });
  const zain = await enrol('Zain Ali');
  const members = NAMES.map((name, at) => member(name, at + 1));
  await call('POST', '/creategroup', student, proposal(members, { supervisor: supervisorName }));
  const [received] = await list('groups');
  const id = received._id;
  const names = { supervisor: 'Sana Malik', externalExaminer: 'Omar Aziz' };
  await call('PUT', `/update/${id}`, admin, { ...received, ...names });
  const [group] = await list('groups');
  const ada = group.fypGroupMembers.find((person: Json) => person.email === ADA);
  const mine = () => call('GET', `/group/${ADA}`, student);
  const marking = (semester: Json, marks: Json, viva: Json = {}) => {
    const fields = { vivaDate: '', vivaStatus: '', vivaFeedback: '', ...viva };
    return { semester, groupId: id, marks, ...fields };
  };
  const upload = (kind: string, sent: File, email = ADA) =>
    call('POST', `/upload/${kind}/${email}`, student, form({ file: sent }));
  return { ...portal, supervisor, examiner, student, zain, id, group, ada, mine, marking, upload };
}

const GOOD = { marks: 8.5, feedback: 'Good' };
const PROPOSAL = { proposal: GOOD };
const SAVE = '/save-teacher-marks';
const saves = (marksFor: (ada: Json) => Json, tab?: Json) => async (w: World) => {
  await w.call('POST', SAVE, w.supervisor, w.marking(tab ?? 'Semester 7', marksFor(w.ada)));
  expect(Number((await w.mine()).member.proposal.marks)).toBe(8.5);
};
const grades = (proposal: Json, tab?: Json) => saves((ada) => ({ [ada._id]: { proposal } }), tab);
const examines = (viva: Json, tab?: string) => async (w: World) => {
  const marks = { [w.ada._id]: { externalViva: { marks: 30, feedback: 'Clear' } } };
  await w.call('POST', SAVE, w.examiner, w.marking(tab ?? 'External Viva', marks, viva));
  const { vivaStatus } = (await w.mine()).group.externalVivaDetails;
  expect(vivaStatus || 'pending').toBe((viva.vivaStatus || 'pending').toLowerCase());
};
const signsUp = (more: Json) => async (w: World) => {
  await w.register('Nida Khan', more);
  await w.logIn(more.email ?? mailOf('Nida Khan'), more.password);
};
const proposes = (more: Json, person?: Json, before?: Json[]) => async (w: World) => {
  const members = [...(before ?? []), member('Zain Ali', 5, person)];
  await w.call('POST', '/creategroup', w.zain, proposal(members, more));
  expect(await w.list('groups')).toHaveLength(2);
};
const uploads = (kind: string, sent: File, to?: string) => (w: World) => w.upload(kind, sent, to);
const edits = (more: Json) => async (w: World) => {
  const user = await w.userOf('Zain Ali');
  await w.call('PUT', `/updateuser/${user._id}`, w.admin, { ...user, ...more });
  expect((await w.logIn(user.email)).role).toBe(more.role?.toLowerCase() ?? 'student');
};
const updates = (change: (group: Json) => Json) => async (w: World) => {
  await w.call('PUT', `/update/${w.id}`, w.admin, { ...w.group, ...change(w.group) });
  const { allGroups } = await w.call('GET', '/teacher-assigned-groups', w.supervisor);
  expect(allGroups).toHaveLength(1);
};
const each = (name: string, values: Json[], run: (value: Json) => Row[1]): Row[] =>
  values.map((value) => [`${name} ${JSON.stringify(value)}`, run(value)]);

const entries = [GOOD, { ...GOOD, marks: '8.5' }, { ...GOOD, marks: '8,5' }, 8.5, '8.5', '8,5'];
const semesters = ['semester 7', 'SEMESTER 7', 'Semester7', 'semester7', '7', 7];
const statuses = ['Pass', 'PASS', 'fail', 'Reschedule', 'pending', ''];
const dates = ['2027-05-22', '2026-12-01', '2027-05-22T09:30:00.000Z', '', null];
const phones = ['3001234567', '03001234567', '+923001234567', '+92 3001234567'];
const edited = [{ role: 'faculty' }, { role: 'Faculty' }, { password: null }, { password: '' }];
const DAY = { vivaDate: '2027-01-14' };
const PENDING = { vivaStatus: 'pending' };
const WINDOWS_ZIP = file(buildZip(), 'code.zip', 'application/x-zip-compressed');
const variations: Row[] = [
  ...each('the marks of a milestone', entries, (entry) => grades(entry)),
  ...each('marks by', ['email', 'roll'], (key) => saves((ada) => ({ [ada[key]]: PROPOSAL }))),
  ['marks as a list of members', saves((ada) => [{ _id: ada._id, ...PROPOSAL }])],
  ['marks as a list of whole members', saves((ada) => [{ ...ada, ...PROPOSAL }])],
  ['whole members as marks', saves((ada) => ({ [ada._id]: { ...ada, ...PROPOSAL } }))],
  ...each('the semester', semesters, (semester) => grades(GOOD, semester)),
  ...each('the tab', ['external viva', 'externalViva'], (tab) => examines(DAY, tab)),
  ...each('the viva status', statuses, (vivaStatus) => examines({ ...DAY, vivaStatus })),
  ...each('the viva date', dates, (vivaDate) => examines({ vivaDate, vivaStatus: 'pass' })),
  ['a sign-up with the email student@campus', signsUp({ email: 'student@campus' })],
  ['a login with the capitals of the sign-up', signsUp({ email: 'Nida.Khan@Campus.test' })],
  ['a sign-up with an empty CV field', signsUp({ file: file('', '') })],
  ...each('the password', ['test1234', 'student123'], (password) => signsUp({ password })),
  ...each('the phone', phones, (phone) => proposes({}, { phone })),
  ...each('the program', ['BSSE', 'BSAI', 'BSCyber', 'BSIT'], (program) => proposes({ program })),
  ...each('the category', ['AI Base project'], (category) => proposes({ category })),
  ['a member’s email in capitals', proposes({}, { email: 'ZAIN.ALI@UNIVERSITY.TEST' })],
  ['a team mate at student@campus', proposes({}, {}, [member('Bo', 6, { email: 'bo@campus' })])],
  ['a first member who is not the caller', proposes({}, {}, [member('Bina', 6)])],
  ['a minimal PDF as proposal', proposes({ proposalFile: tinyPdf('plan.pdf') })],
  ['an RTF named .doc as proposal', proposes({ proposalFile: file('{\\rtf1 Hello}', 'plan.doc') })],
  ['a minimal PDF as fee proof', proposes({}, { feeProof: tinyPdf('fee.pdf') })],
  ['a minimal PDF as thesis', uploads('thesis', tinyPdf('THESIS.PDF'))],
  ['a PDF of no declared type', uploads('similarity', file(buildPdf(), 'report.pdf', ''))],
  ['an empty ZIP archive as code', uploads('code', file(EMPTY_ZIP, 'code.zip'))],
  ['a ZIP archive of the type that Windows gives', uploads('code', WINDOWS_ZIP)],
  ['a RAR archive as code', uploads('code', file(RAR, 'code.rar'))],
  ['an upload to an encoded email', uploads('thesis', pdf('thesis'), encodeURIComponent(ADA))],
  ...each('all the fields of a user with', edited, edits),
  ['a group with its version as text', updates(({ version }) => ({ version: `${version}` }))],
  ['a supervisor in other letter case', updates(() => ({ supervisor: 'SANA malik' }))],
  ['a group with the viva pending', updates(() => ({ externalVivaDetails: PENDING }))],
];

const team = [5, 6, 7, 8].map((at) => member(at === 5 ? 'Zain Ali' : `Mate ${at}`, at));
const thesisText = form({ file: file('Hello', 'thesis.txt') });
const refusals: Row[] = [
  ['a wrong password', (w) => w.ask('POST', '/login', '', { email: ADA, password: 'a wrong one' })],
  ['a login without a password', (w) => w.ask('POST', '/login', '', { email: ADA })],
  ['a sign-up without a name', (w) => w.ask('POST', '/register', '', form({ email: 'a@b.test' }))],
  ['to delete an unknown group', (w) => w.ask('DELETE', '/delete/0123456789', w.admin)],
  ['emails to no group', (w) => w.ask('POST', '/send-group-emails/0123456789', w.supervisor)],
  ['marks without a group', (w) => w.ask('POST', SAVE, w.supervisor, {})],
  ['a text as thesis', (w) => w.ask('POST', `/upload/thesis/${ADA}`, w.student, thesisText)],
  ['an upload of no file', (w) => w.ask('POST', `/upload/code/${ADA}`, w.student, form({}))],
  ['four members', (w) => w.ask('POST', '/creategroup', w.zain, proposal(team))],
  ['to show a student the users', (w) => w.ask('GET', '/getusers', w.student)],
  ['a deletion by faculty', (w) => w.ask('DELETE', `/delete/${w.id}`, w.supervisor)],
  ['to list the groups without a token', (w) => w.ask('GET', '/getgroups')],
];

describe('the portal, to a client written from its specification,', () => {
  test('carries a group from sign-up through marks to deletion', async ({ portal }) => {
    const w = await openGroup(portal.url, 'Sana Malik');
    expect((await w.upload('thesis', pdf('thesis'))).message).toEqual(textLike);
    await w.upload('similarity', pdf('report'));
    await w.upload('code', file(buildZip(), 'code.zip'));
    const words = ['amber', 'birch', 'cedar'];
    const viva = { ...DAY, vivaStatus: 'pass', vivaFeedback: 'A sound project' };
    for (const [semester, milestone, token, more] of [
      ['Semester 7', 'proposal', w.supervisor, {}],
      ['Semester 8', 'thesis', w.supervisor, {}],
      ['External Viva', 'externalViva', w.examiner, viva],
    ] as const) {
      const { allGroups } = await w.call('GET', '/teacher-assigned-groups', token);
      expect(allGroups).toHaveLength(1);
      const marks = allGroups[0].fypGroupMembers.map(({ _id, name }: Json) => {
        const at = NAMES.indexOf(name);
        return [_id, { [milestone]: { marks: at + 5.5, feedback: words[at] } }];
      });
      await w.call('POST', SAVE, token, w.marking(semester, Object.fromEntries(marks), more));
      await w.call('POST', `/send-group-emails/${w.id}`, token);
      const entry = (await w.mine()).member[milestone];
      expect([Number(entry.marks), entry.feedback]).toEqual([5.5, 'amber']);
    }
    const { group, member: me } = await w.mine();
    const about = { program: 'BSCS', fypTitle: 'Smart Campus', fypCategory: 'IOT' };
    const files = { proposalUrl: textLike, thesisUrl: textLike, similarityReportUrl: textLike };
    expect(group).toMatchObject({ ...about, ...files, projectCodeUrl: textLike });
    const headers = { authorization: `Bearer ${w.student}` };
    const opened = await fetch(new URL(group.thesisUrl, portal.url), { headers });
    expect(opened.status, group.thesisUrl).toBe(200);
    expect(group).toMatchObject({ supervisor: 'Sana Malik', externalExaminer: 'Omar Aziz' });
    expect(group.externalVivaDetails).toMatchObject({ ...viva, vivaDate: textLike });
    expect(me).toMatchObject({ name: 'Ada Noor', roll: 'BSCS-F23-001', email: ADA });
    const emails = await portal.db.selectFrom('emails').selectAll().execute();
    for (const name of NAMES) {
      const received = emails.filter(({ recipient }) => recipient.includes(mailOf(name)));
      const text = received.map((email) => email.text_body).join('\n');
      const seen = words.filter((word, at) => text.includes(word) || text.includes(`${at + 5.5}`));
      expect(seen, `${name} reads: ${text}`).toEqual([words[NAMES.indexOf(name)]]);
    }
    expect(await w.list('users')).toHaveLength(6);
    await w.call('DELETE', `/delete/${w.id}`, w.admin);
    expect(await w.list('groups')).toEqual([]);
  });

  test('answers a login with a token, role, name, message and id', async ({ portal }) => {
    const w = await openGroup(portal.url);
    const common = { token: textLike, name: textLike, message: textLike };
    expect(await w.logIn(ADA)).toMatchObject({ ...common, role: 'student', studentId: textLike });
    const teacher = { ...common, role: 'faculty', teacherId: textLike };
    expect(await w.logIn(mailOf('Sana Malik'))).toMatchObject(teacher);
    const admin = await w.logIn('admin@university.test', 'a long passphrase');
    expect(admin).toMatchObject({ ...common, role: 'admin' });
  });

  test.for(variations)('takes %s', ([, run], { portal }) => openGroup(portal.url).then(run));

  test.for(refusals)('refuses %s, with a text to show', async ([, run], { portal }) => {
    const { status, body, line } = await run(await openGroup(portal.url));
    expect([400, 401, 403, 404, 409, 413, 415, 422], line).toContain(status);
    expect(body.message ?? body.error, line).toEqual(textLike);
  });

  test('refuses a disguised file, a mark above the total, and requests of strangers', async ({
    portal,
  }) => {
    const w = await openGroup(portal.url);
    await w.register('Eve Khan', { role: 'admin' });
    expect((await w.logIn(mailOf('Eve Khan'))).role).toBe('student');
    const stranger = await w.hire('Nida Khan');
    const marks = (value: number) =>
      w.marking('Semester 7', { [w.ada._id]: { proposal: { marks: value, feedback: 'Good' } } });
    const disguised = form({ file: file(PNG, 'thesis.pdf', TYPES.pdf) });
    for (const { status, line } of [
      await w.ask('POST', `/upload/thesis/${ADA}`, w.student, disguised),
      await w.ask('POST', SAVE, w.supervisor, marks(11)),
      await w.ask('GET', `/group/${ADA}`, w.zain),
      await w.ask('POST', SAVE, stranger, marks(9)),
    ])
      expect([400, 403, 404, 409, 415, 422], line).toContain(status);
    expect(Number((await w.mine()).member.proposal?.marks ?? 0)).toBe(0);
  });
});
