import { randomUUID } from 'node:crypto';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getTargetGroupId,
  type MatrixRequest,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { getItemAt } from '#server/test/people.ts';

const body = { title: 'Python for Everybody', provider: 'Michigan', countsFor: 'python' };
let times = 0;
/** Returns a request body with a different title each time, because adding an identical certificate is a no-op. */
const createBody = () => {
  times += 1;
  return { ...body, title: `${body.title} ${times}` };
};

const targets = { mate: 1 } as const;

function memberIdOf(fixture: MatrixFixture, target: string): string {
  if (target === 'malformed') return '1';
  const group = target === 'mate' ? fixture.groups.own : findFixtureGroup(fixture, target);
  return group ? getItemAt(group.ids, target === 'mate' ? targets.mate : 0) : unknownId;
}

async function insertCertificate({ portal }: MatrixFixture, memberId: string): Promise<string> {
  const id = randomUUID();
  const now = portal.clock().toISOString();
  await portal.db.deleteFrom('certificates').where('member_id', '=', memberId).execute();
  await portal.db
    .insertInto('certificates')
    .values({
      id,
      member_id: memberId,
      title: 'Java',
      provider: '',
      counts_for: 'java',
      revision: 1,
      state: 'returned',
      reason: 'No name.',
      created_at: now,
      changed_at: now,
    })
    .execute();
  return id;
}

async function ofEntry(fixture: MatrixFixture, target: string): Promise<MatrixRequest> {
  const memberId = memberIdOf(fixture, target);
  const isKnown = memberId !== unknownId && memberId !== '1';
  return {
    params: { certificateId: isKnown ? await insertCertificate(fixture, memberId) : memberId },
  };
}

const ofMember =
  (withBody: boolean): MatrixRequestBuilder =>
  async (fixture, _actor, target) => {
    const memberId = memberIdOf(fixture, target);
    const params = { memberId };
    const isKnown = memberId !== unknownId && memberId !== '1';
    const _id = isKnown ? await insertCertificate(fixture, memberId) : unknownId;
    if (!withBody) return { params };
    const decision = { decision: 'returned', reason: 'It is not legible.' };
    return { params, body: { entries: [{ _id, revision: 1 }], ...decision } };
  };

const list: MatrixRequestBuilder = (_world, _actor, target) => ({
  query: target === 'malformed' ? { state: 'dreamt' } : {},
});

const writesOfOwn = {
  // Status per student, in the order of `columns` in `server/test/matrix/rows.ts`. `!` marks requests that may write.
  own: '    404 404 403 200! 404  404  404',
  mate: '   404 404 403 404  200! 404  404',
  foreign: '404 404 403 404  404  200! 404',
  bin: '    404 404 403 404  404  404  404',
  unknown: '404 404 403 404  404  404  404',
  malformed: '400',
};

const writesOfStaff = {
  // Status per staff actor, in the order of `columns` in `server/test/matrix/rows.ts`. `!`: the request may write.
  own: '    200! 403 404 404  200!',
  foreign: '404  404 404 200! 200!',
  bin: '    404',
  unknown: '404',
  malformed: '400',
};

export const accessMatrix: AccessMatrix = {
  findCertificates: {
    rows: {
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: buildGroupRequest,
  },
  addCertificate: {
    rows: {
      own: '    404 404 403 201! 201! 404  404',
      foreign: '404 404 403 404  404  201! 404',
      bin: '    404 404 403 404  404  404  404',
      unknown: '404 404 403 404  404  404  404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => {
      const ids = findFixtureGroup(fixture, target)?.ids ?? [];
      const ofGroup = fixture.portal.db.deleteFrom('certificates').where('member_id', 'in', ids);
      if (ids.length > 0) await ofGroup.execute();
      return { params: { groupId: getTargetGroupId(fixture, target) }, body: createBody() };
    },
  },
  changeCertificate: {
    rows: writesOfOwn,
    buildRequest: async (fixture, _actor, target) => ({
      ...(await ofEntry(fixture, target)),
      body: createBody(),
    }),
  },
  removeCertificate: {
    repeat: ['not-found'],
    rows: writesOfOwn,
    buildRequest: (fixture, _actor, target) => ofEntry(fixture, target),
  },
  listCertificates: { buildRequest: list, rows: { '-': '200', malformed: '400' } },
  exportCertificates: { buildRequest: list, rows: { '-': '200!', malformed: '400' } },
  getMemberCertificates: {
    rows: {
      own: '    200 200 404 404 200',
      mate: '   200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: ofMember(false),
  },
  decideCertificates: { rows: writesOfStaff, buildRequest: ofMember(true) },
  sendCertificatesResult: {
    repeat: ['invalid'],
    rows: writesOfStaff,
    buildRequest: ofMember(false),
  },
};
