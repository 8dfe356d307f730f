// Minimal server, the benchmarks' baseline: as durable as the portal, without permissions, validation, logs or paging.

import { argon2, createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { flushFolder, writeWholeChunk } from '#server/storage/disk.ts';
import { openStatementRunner } from './limit/statements.ts';

const { DATA_DIR = '', DATABASE_URL, PORT } = process.env;
const { read, write } = openStatementRunner(join(DATA_DIR, 'portal.sqlite'), DATABASE_URL);
const app = Fastify({ logger: { level: 'error' } });

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
type Row = Record<string, unknown>;

async function findCaller(header = ''): Promise<Row> {
  const [caller] = await read(
    `select sessions.id, users.id as user_id, users.name, users.email, users.role from sessions
     join users on users.id = sessions.user_id
     where token_hash = $1 and blocked_at is null and last_seen_at > $2`,
    [hashToken(header.slice('Bearer '.length)), '2000-01-01T00:00:00.000Z'],
  );
  if (!caller) throw new Error('Nobody is logged in.');
  return caller;
}

async function readGroup(groupId: unknown) {
  const [group] = await read('select * from groups where id = $1', [groupId]);
  const members = await read('select * from members where group_id = $1 order by position', [
    groupId,
  ]);
  const marks = await read(
    'select marks.* from marks join members on members.id = marks.member_id where group_id = $1',
    [groupId],
  );
  const documents = await read(
    'select * from documents where group_id = $1 order by uploaded_at desc, version desc',
    [groupId],
  );
  return { group, members, marks, documents };
}

app.get('/ready', async () => ({}));

app.get<{ Params: { email: string } }>('/own/:email', async (request) => {
  await findCaller(request.headers.authorization);
  const [membership] = await read(
    'select id, group_id from members where email = $1 and deleted_at is null',
    [request.params.email],
  );
  const { group, members, marks, documents } = await readGroup(membership?.group_id);
  return {
    group: {
      ...group,
      documents,
      members: members.map(({ id, name, roll, email, phone }) => ({
        id,
        name,
        roll,
        email,
        phone,
      })),
    },
    member: {
      ...members.find(({ id }) => id === membership?.id),
      marks: marks.filter(({ member_id }) => member_id === membership?.id),
    },
  };
});

app.get('/assigned', async (request) => {
  const { user_id } = await findCaller(request.headers.authorization);
  const groups = await read(
    'select * from groups where (supervisor_id = $1 or external_examiner_id = $1) and deleted_at is null',
    [user_id],
  );
  const groupIds =
    'select id from groups where (supervisor_id = $1 or external_examiner_id = $1) and deleted_at is null';
  return {
    groups,
    members: await read(`select * from members where group_id in (${groupIds})`, [user_id]),
    marks: await read(
      `select marks.* from marks join members on members.id = marks.member_id where group_id in (${groupIds})`,
      [user_id],
    ),
    documents: await read(`select * from documents where group_id in (${groupIds})`, [user_id]),
  };
});

type Sheet = { groupId: string; cells: [memberId: string, milestone: string, marks: number][] };

app.post<{ Body: Sheet }>('/marks', async (request) => {
  const caller = await findCaller(request.headers.authorization);
  const { groupId, cells } = request.body;
  const at = new Date().toISOString();
  await write(async (run) => {
    await run('update groups set version = version + 1, changed_at = $1 where id = $2', [
      at,
      groupId,
    ]);
    await run(
      `insert into marks (member_id, milestone, marks, feedback, revision, notified_revision, changed_by, changed_at)
       values ${buildPlaceholders(cells.length, 8)}
       on conflict (member_id, milestone) do update set marks = excluded.marks, revision = marks.revision + 1,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      cells.flatMap((cell) => [...cell, null, 1, 0, caller.user_id, at]),
    );
    const [last] = await run('select max(sequence) as sequence from changes where group_id = $1', [
      groupId,
    ]);
    const before = Number(last?.sequence ?? 0);
    await run(
      `insert into changes (id, group_id, member_id, part, field, value_to, revision, changed_by, changed_by_name, changed_at, sequence)
       values ${buildPlaceholders(cells.length, 11)}`,
      cells.flatMap(([memberId, part, marks], index) => [
        randomUUID(),
        groupId,
        memberId,
        part,
        'marks',
        String(marks),
        1,
        caller.user_id,
        caller.name,
        at,
        before + index + 1,
      ]),
    );
    await run(
      `insert into audit_entries (id, at, action, actor_id, subject_kind, subject_id, subject_name, detail, search_key)
       values ($1, $2, 'marks-saved', $3, 'group', $4, '', '', '')`,
      [randomUUID(), at, caller.user_id, groupId],
    );
  });
  return readGroup(groupId);
});

function buildPlaceholders(rows: number, columns: number): string {
  const buildRow = (row: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join(', ')})`;
  return Array.from({ length: rows }, (_, row) => buildRow(row)).join(', ');
}

const derive = promisify(argon2);
app.post<{ Body: { password: string } }>('/login', async ({ body }) => {
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  await derive('argon2id', { message: body.password, nonce: randomBytes(16), ...cost });
  return { token: randomUUID() };
});

app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
app.post<{ Body: Readable }>('/upload', async (request) => {
  await findCaller(request.headers.authorization);
  const [path, stored] = [join(DATA_DIR, 'incoming'), join(DATA_DIR, 'kept')].map(
    (name) => `${name}-${randomUUID()}`,
  );
  const hash = createHash('sha256');
  const file = await open(path as string, 'wx');
  try {
    for await (const chunk of request.body) {
      hash.update(chunk);
      await writeWholeChunk(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(path as string, stored as string);
  await flushFolder(DATA_DIR);
  return { kept: stored, sha256: hash.digest('hex') };
});

app.get<{ Querystring: { path: string } }>('/download', async (request, reply) => {
  await findCaller(request.headers.authorization);
  return reply.type('application/zip').send(createReadStream(request.query.path));
});

process.on('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(PORT), backlog: 511 });
