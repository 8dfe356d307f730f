import { describe, expect } from 'vitest';
import { exportAudit, listAudit } from '#contract/admin/audit.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { recordAuditEntry } from './record-entry.ts';

type Query = EndpointInput<typeof listAudit>['query'];

const aref = { requestId: 'r-1', address: '10.0.0.7' };
const arif = {
  ...aref,
  userId: '00000000-0000-4000-8000-00000000000a',
  name: 'Ärif Önal',
  email: 'arif@university.test',
};

async function insertTrail(portal: Portal) {
  const group = (name: string) => ({ kind: 'group', id: null, name }) as const;
  const entries = [
    ['2027-01-14T18:59:59.999Z', 'group-deleted', 'BSCS-2027-001', 'late on the 14th'],
    ['2027-01-14T19:00:00.000Z', 'marks-saved', 'BSCS-2027-001', '100% of_it'],
    ['2027-01-15T18:59:59.999Z', 'marks-saved', 'BSSE-2027-002', 'Proposal of Ali'],
    ['2027-01-15T19:00:00.000Z', 'group-deleted', 'BSSE-2027-002', 'early on the 16th'],
  ] as const;
  for (const [time, action, name, detail] of entries) {
    const entry = { action, by: arif, subject: group(name), detail };
    await recordAuditEntry({ trx: portal.db, now: new Date(time) }, entry);
  }
  await recordAuditEntry(
    { trx: portal.db, now: new Date('2027-01-17T00:00:00.000Z') },
    {
      action: 'backup-taken',
      by: 'portal',
      subject: { kind: 'portal', id: null, name: 'a.backup' },
    },
  );
}

const list = (portal: Portal, query: Query = {}) => portal.admin.call(listAudit, { query });
const details = async (portal: Portal, query: Query) =>
  (await list(portal, query)).entries.map(({ detail, subject }) => detail || subject.name);

describe('the audit trail list', () => {
  test('is sorted newest first and shows the actor, action, subject and origin of each entry', async ({
    portal,
  }) => {
    await insertTrail(portal);
    const { entries, older, newer } = await list(portal);
    expect({ count: entries.length, older, newer }).toEqual({ count: 5, older: null, newer: null });
    expect(entries.slice(0, 2)).toEqual([
      {
        _id: expect.any(String),
        sequence: 5,
        at: '2027-01-17T00:00:00.000Z',
        action: 'backup-taken',
        actor: null,
        subject: { kind: 'portal', _id: null, name: 'a.backup' },
        detail: '',
        times: 1,
        lastAt: '2027-01-17T00:00:00.000Z',
        requestId: null,
        address: null,
      },
      {
        _id: expect.any(String),
        sequence: 4,
        at: '2027-01-15T19:00:00.000Z',
        action: 'group-deleted',
        actor: { _id: arif.userId, name: 'Ärif Önal', email: 'arif@university.test' },
        subject: { kind: 'group', _id: null, name: 'BSSE-2027-002' },
        detail: 'early on the 16th',
        times: 1,
        lastAt: '2027-01-15T19:00:00.000Z',
        requestId: 'r-1',
        address: '10.0.0.7',
      },
    ]);
  });

  test.for<[Query, string[]]>([
    [{ q: 'ÄRIF bsse proposal' }, ['Proposal of Ali']],
    [{ q: 'arif@university 2027-001' }, ['100% of_it', 'late on the 14th']],
    [{ q: '0% of_' }, ['100% of_it']],
    [{ q: 'a.backup' }, ['a.backup']],
    [{ q: '10.0.0.7 2027-002 early' }, ['early on the 16th']],
    [{ q: 'nothing' }, []],
    [{ action: 'marks-saved' }, ['Proposal of Ali', '100% of_it']],
    [{ action: 'logged-in' }, []],
    // `from` and `to` are days in Karachi time, which is UTC+5.
    [{ from: '2027-01-15', to: '2027-01-15' }, ['Proposal of Ali', '100% of_it']],
    [{ to: '2027-01-14' }, ['late on the 14th']],
    [{ from: '2027-01-16' }, ['a.backup', 'early on the 16th']],
    [{ from: '2027-01-15', action: 'group-deleted', q: 'bsse' }, ['early on the 16th']],
    [{ from: '2027-01-16', to: '2027-01-15' }, []],
  ])('can be filtered by %j', async ([query, expected], { portal }) => {
    await insertTrail(portal);
    expect(await details(portal, query)).toEqual(expected);
  });

  test('can be paged in both directions, even while entries are added', async ({ portal }) => {
    await insertTrail(portal);
    const numbers = async (query: Query) => {
      const { entries, older, newer } = await list(portal, { limit: 2, ...query });
      return [entries.map(({ sequence }) => sequence), older, newer];
    };
    expect(await numbers({})).toEqual([[5, 4], 4, null]);
    await insertTrail(portal);
    expect(await numbers({ before: 4 })).toEqual([[3, 2], 2, 3]);
    expect(await numbers({ before: 2 })).toEqual([[1], null, 1]);
    expect(await numbers({ after: 1 })).toEqual([[3, 2], 2, 3]);
    expect(await numbers({ after: 8 })).toEqual([[10, 9], 9, null]);
    expect(await numbers({ after: 10 })).toEqual([[], null, null]);
    expect(await numbers({ before: 7, after: 2 })).toEqual([[6, 5], 5, 6]);
    expect(await numbers({ before: 9, action: 'marks-saved' })).toEqual([[8, 7], 7, 8]);
  });

  test.for<[string, string]>([
    ['before=-1', 'before'],
    // This number exceeds Number.MAX_SAFE_INTEGER, so a database would round or reject it.
    ['after=9007199254740992', 'after'],
  ])('rejects the query %s', async ([query, field], { portal }) => {
    const address = { ...listAudit, path: `${listAudit.path}?${query}` } as const;
    const refusal = await expectRefusal(portal, portal.admin, address);
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
  });
});

describe('the audit trail export', () => {
  const linesOf = (text: string) => text.replace(/^\uFEFF/, '').split('\r\n');

  test('is a CSV file of the filtered entries, including the entry about the export itself', async ({
    portal,
  }) => {
    await insertTrail(portal);
    const response = await portal.admin.request(exportAudit, { query: {} });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-trail-2027-01-15.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = linesOf(bytes.toString());
    expect(lines).toHaveLength(8);
    expect(getItemAt(lines, 0)).toBe(
      '\uFEFFNumber,Time (UTC),Action,By,Email,About,Name,Detail,Address,Request,Local time,Times,Last time'.slice(
        1,
      ),
    );
    expect(getItemAt(lines, 1)).toMatch(
      /^6,.*,Audit trail exported,The Admin,.*,all of it,127\.0\.0\.1,/,
    );
    expect(getItemAt(lines, 3)).toBe(
      '4,2027-01-15T19:00:00.000Z,Group deleted,Ärif Önal,arif@university.test,group,BSSE-2027-002,early on the 16th,10.0.0.7,r-1,2027-01-16 00:00:00,1,2027-01-16 00:00:00',
    );
    const filtered = await portal.admin.request(exportAudit, {
      query: { q: 'proposal', to: '2027-01-15' },
    });
    expect(linesOf(await filtered.text()).map((line) => line.split(',')[0])).toEqual([
      'Number',
      '7',
      '3',
      '',
    ]);
  });

  test('can be an .xlsx workbook whose timestamps are real date cells', async ({ portal }) => {
    await insertTrail(portal);
    const query = { format: 'xlsx', action: 'group-deleted' };
    const response = await portal.admin.request(exportAudit, { query });
    expect(await readSheetRecords(new Uint8Array(await response.arrayBuffer()))).toMatchObject([
      { Number: 4, 'Time (UTC)': '2027-01-15T19:00:00.000Z', By: 'Ärif Önal' },
      { Number: 1, 'Local time': new Date('2027-01-14T23:59:59Z') },
    ]);
    const [entry] = (await list(portal, { action: 'audit-exported' })).entries;
    expect(entry?.detail).toBe('only action: Group deleted');
  });

  test('contains every entry exactly once even if it is read in several batches', async ({
    portal,
  }) => {
    const subject = { kind: 'portal', id: null, name: 'x' } as const;
    await portal.db.transaction().execute(async (trx) => {
      for (let number = 0; number < 1203; number += 1) {
        await recordAuditEntry(
          { trx, now: portal.clock() },
          { action: 'logged-out', by: aref, subject },
        );
      }
    });
    const response = await portal.admin.request(exportAudit, { query: {} });
    const numbers = linesOf(await response.text()).map((line) => Number(line.split(',')[0]));
    expect(numbers.slice(1, -1)).toEqual(Array.from({ length: 1204 }, (_, index) => 1204 - index));
  });
});
