import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getAdminCaller,
  getTargetGroupId,
  type MatrixRequest,
} from '#server/test/matrix/requests.ts';
import { getItemAt } from '#server/test/people.ts';

let times = 0;
/** Returns a different mark on each call, because saving an unchanged mark writes nothing. */
function nextMark() {
  times += 1;
  return { marks: (times % 1000) / 100 };
}

async function aMark(
  fixture: MatrixFixture,
  { groupId, ids }: MatrixFixture['groups']['own'],
): Promise<void> {
  const marks = { [getItemAt(ids, 0)]: { month1: nextMark() } };
  await getAdminCaller(fixture).call(saveMarks, {
    body: { semester: 'Semester 7', groupId, marks },
  });
}

async function mailedBefore(fixture: MatrixFixture): Promise<MatrixRequest> {
  const { groupId, ids } = fixture.groups.own;
  const member = getItemAt(ids, 0);
  const params = { groupId };
  await aMark(fixture, fixture.groups.own);
  await getAdminCaller(fixture).call(mailGroup, { params });
  await fixture.portal.db.deleteFrom('emails').where('group_id', '=', groupId).execute();
  return { params, body: { again: [member], semester: 'Semester 7' } };
}

function oneMark(
  fixture: MatrixFixture,
  _actor: unknown,
  target: string,
  semester: string,
): MatrixRequest {
  const [, owner = ''] = target.split('/');
  const cell = { 'Semester 7': 'month1', 'Semester 8': 'month5' }[semester] ?? 'externalViva';
  const group = findFixtureGroup(fixture, owner) ?? fixture.groups.own;
  const member = getItemAt((owner === 'crossed' ? fixture.groups.foreign : group).ids, 0);
  const marks = { [member]: { [cell]: nextMark() } };
  const groupId =
    owner === 'crossed' ? fixture.groups.own.groupId : getTargetGroupId(fixture, owner);
  return { body: { semester, groupId, marks } };
}

export const accessMatrix: AccessMatrix = {
  saveMarks: {
    rows: {
      // Statuses for supervisor, examiner, the supervisor's namesake, another supervisor and admin. `!` marks a write.
      'Semester/own': '    200! 403 404 404  200!',
      'Semester/foreign': '404  404 404 200! 200!',
      // `crossed`: the request names one group but contains a mark for a member of another group.
      'Semester/crossed': '400  403 404 404  400',
      'Semester/bin': '404',
      'Semester/unknown': '404',
      'Semester/malformed': '400',
      'Viva/own': '    403 200! 404 404 200!',
      'Viva/foreign': '404 404  404 403 200!',
      'Viva/crossed': '403 400  404 404 400',
      'Viva/bin': '404',
      'Viva/unknown': '404',
      'Viva/malformed': '400',
    },
    buildRequest: oneMark,
    variants: (target) =>
      target.startsWith('Viva') ? ['External Viva'] : ['Semester 7', 'Semester 8'],
  },
  // A preview rolls back its writes, so no status below has the `!` that marks a write.
  previewMarks: {
    rows: {
      'Semester/own': '    200 403 404 404 200',
      'Semester/foreign': '404 404 404 200 200',
      'Semester/crossed': '400 403 404 404 400',
      'Semester/bin': '404',
      'Semester/unknown': '404',
      'Semester/malformed': '400',
      'Viva/own': '    403 200 404 404 200',
      'Viva/foreign': '404 404 404 403 200',
      'Viva/bin': '404',
    },
    buildRequest: oneMark,
    variants: (target) =>
      target.startsWith('Viva') ? ['External Viva'] : ['Semester 7', 'Semester 8'],
  },
  listGroupsToMark: {
    rows: { '-': '200', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      query: target === 'malformed' ? { limit: 201 } : {},
    }),
  },
  getGroupsBeside: {
    rows: {
      own: '    200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: buildGroupRequest,
  },
  mailGroup: {
    repeat: ['too-often'],
    rows: {
      own: '          200! 200! 404 404  200!',
      foreign: '      404  404  404 200! 200!',
      bin: '404',
      unknown: '404',
      malformed: '400',
      ownAgain: '     200! 200! 404 404  200!',
      foreignMember: '400  400  404 404  400',
    },
    buildRequest: async (fixture, _actor, target) => {
      if (target === 'ownAgain') return mailedBefore(fixture);
      const group = findFixtureGroup(fixture, target);
      if (group && target !== 'bin') await aMark(fixture, group);
      const groupId = getTargetGroupId(fixture, target === 'foreignMember' ? 'own' : target);
      const again = [getItemAt(fixture.groups.foreign.ids, 0)];
      return { params: { groupId }, ...(target === 'foreignMember' && { body: { again } }) };
    },
  },
  listGroupEmails: {
    rows: {
      own: '    200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: buildGroupRequest,
  },
};
