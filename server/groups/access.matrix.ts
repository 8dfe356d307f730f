import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getAdminCaller,
  getTargetEmail,
  getTargetGroupId,
} from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  findGroup: {
    rows: {
      // Expected status for each actor whose role may call the endpoint, in the order of `columns` in
      // server/test/matrix/rows.ts. `!` marks requests that may write.
      self: '   404 404 403 200 200 200 404 404 404 404 404 404',
      own: '    404 404 403 200 200 404 404 200 200 404 404 200',
      mate: '   404 404 403 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 403 404 404 200 404 404 404 404 200 200',
      bin: '    404 404 403 404 404 404 404 404 404 404 404 404',
      unknown: '404 404 403 404 404 404 404 404 404 404 404 404',
      malformed: '400',
    },
    buildRequest: (fixture, actor, target) => ({
      params: { email: getTargetEmail(fixture, actor, target) },
    }),
  },
  getGroup: {
    rows: {
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => {
      const name = findFixtureGroup(fixture, target)?.group.fypGroupName ?? 'BSCS-1999-001';
      return { params: { name: target === 'malformed' ? 'x'.repeat(61) : name } };
    },
  },
  readGroup: {
    rows: { own: '200', foreign: '200', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: buildGroupRequest,
  },
  listGroups: {
    rows: { '-': '200', bin: '200' },
    buildRequest: (_world, _actor, target) => ({ query: target === 'bin' ? { bin: 'true' } : {} }),
  },
  exportGroups: {
    rows: { '-': '200!', bin: '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => {
      if (target === 'malformed') return { query: { format: 'pdf' } };
      return { query: target === 'bin' ? { bin: 'true', format: 'xlsx' } : {} };
    },
  },
  deleteGroup: {
    repeat: ['not-found'],
    rows: { own: '200!', foreign: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: (fixture, _actor, target) => {
      const params = { groupId: getTargetGroupId(fixture, target) };
      return { params, after: () => getAdminCaller(fixture).call(restoreGroup, { params }) };
    },
  },
  restoreGroup: {
    repeat: ['not-found'],
    rows: { own: '404', bin: '200!', unknown: '404', malformed: '400' },
    buildRequest: (fixture, _actor, target) => {
      const params = { groupId: getTargetGroupId(fixture, target) };
      return { params, after: () => getAdminCaller(fixture).call(deleteGroup, { params }) };
    },
  },
};
