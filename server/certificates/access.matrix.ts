import { randomUUID } from 'node:crypto';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type Ask,
  type Asked,
  askOfGroup,
  groupIdOf,
  groupOf,
  type Matrix,
  unknownId,
} from '#server/test/matrix/ask.ts';
import { at } from '#server/test/people.ts';

const body = { title: 'Python for Everybody', provider: 'Michigan', countsFor: 'python' };
let times = 0;
/** Returns a different body each time, because a repetition would write nothing. */
const aBody = () => {
  times += 1;
  return { ...body, title: `${body.title} ${times}` };
};

const targets = { mate: 1 } as const;

/** Returns the id of the group's first member or of the other member (`mate`). */
function memberIdOf(fixture: MatrixFixture, target: string): string {
  if (target === 'malformed') return '1';
  const group = target === 'mate' ? fixture.groups.own : groupOf(fixture, target);
  return group ? at(group.ids, target === 'mate' ? targets.mate : 0) : unknownId;
}

async function anEntry({ portal }: MatrixFixture, memberId: string): Promise<string> {
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

async function ofEntry(fixture: MatrixFixture, target: string): Promise<Asked> {
  const memberId = memberIdOf(fixture, target);
  const isKnown = memberId !== unknownId && memberId !== '1';
  return { params: { certificateId: isKnown ? await anEntry(fixture, memberId) : memberId } };
}

const ofMember =
  (withBody: boolean): Ask =>
  async (fixture, _actor, target) => {
    const memberId = memberIdOf(fixture, target);
    const params = { memberId };
    const isKnown = memberId !== unknownId && memberId !== '1';
    const _id = isKnown ? await anEntry(fixture, memberId) : unknownId;
    if (!withBody) return { params };
    const decision = { decision: 'returned', reason: 'It is not legible.' };
    return { params, body: { entries: [{ _id, revision: 1 }], ...decision } };
  };

const list: Ask = (_world, _actor, target) => ({
  query: target === 'malformed' ? { state: 'dreamt' } : {},
});

const writesOfOwn = {
  // fresh binned claimer member mate other former
  own: '    404 404 403 200! 404  404  404',
  mate: '   404 404 403 404  200! 404  404',
  foreign: '404 404 403 404  404  200! 404',
  bin: '    404 404 403 404  404  404  404',
  unknown: '404 404 403 404  404  404  404',
  malformed: '400',
};

const writesOfStaff = {
  // super examiner namesake faculty admin
  own: '    200! 403 404 404  200!',
  foreign: '404  404 404 200! 200!',
  bin: '    404',
  unknown: '404',
  malformed: '400',
};

export const matrix: Matrix = {
  findCertificates: {
    rows: {
      // fresh binned claimer member mate other former super examiner namesake faculty admin
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    ask: askOfGroup,
  },
  addCertificate: {
    rows: {
      // fresh binned claimer member mate other former
      own: '    404 404 403 201! 201! 404  404',
      foreign: '404 404 403 404  404  201! 404',
      bin: '    404 404 403 404  404  404  404',
      unknown: '404 404 403 404  404  404  404',
      malformed: '400',
    },
    ask: async (fixture, _actor, target) => {
      const ids = groupOf(fixture, target)?.ids ?? [];
      const ofGroup = fixture.portal.db.deleteFrom('certificates').where('member_id', 'in', ids);
      if (ids.length > 0) await ofGroup.execute();
      return { params: { groupId: groupIdOf(fixture, target) }, body: aBody() };
    },
  },
  changeCertificate: {
    rows: writesOfOwn,
    ask: async (fixture, _actor, target) => ({
      ...(await ofEntry(fixture, target)),
      body: aBody(),
    }),
  },
  removeCertificate: {
    rows: writesOfOwn,
    ask: (fixture, _actor, target) => ofEntry(fixture, target),
  },
  listCertificates: { ask: list, rows: { '-': '200', malformed: '400' } },
  exportCertificates: { ask: list, rows: { '-': '200!', malformed: '400' } },
  getMemberCertificates: {
    rows: {
      // super examiner namesake faculty admin
      own: '    200 200 404 404 200',
      mate: '   200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    ask: ofMember(false),
  },
  decideCertificates: { rows: writesOfStaff, ask: ofMember(true) },
  sendCertificatesResult: { rows: writesOfStaff, ask: ofMember(false) },
};
