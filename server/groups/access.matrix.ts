import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import {
  adminOf,
  askOfGroup,
  emailFor,
  groupIdOf,
  groupOf,
  type Matrix,
} from '#server/test/matrix/ask.ts';

export const matrix: Matrix = {
  findGroup: {
    rows: {
      // fresh binned claimer member mate other former super examiner namesake faculty admin
      self: '   404 404 403 200 200 200 404 404 404 404 404 404',
      own: '    404 404 403 200 200 404 404 200 200 404 404 200',
      mate: '   404 404 403 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 403 404 404 200 404 404 404 404 200 200',
      bin: '    404 404 403 404 404 404 404 404 404 404 404 404',
      unknown: '404 404 403 404 404 404 404 404 404 404 404 404',
      malformed: '400',
    },
    ask: (fixture, actor, target) => ({ params: { email: emailFor(fixture, actor, target) } }),
  },
  getGroup: {
    rows: {
      // fresh binned claimer member mate other former super examiner namesake faculty admin
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    ask: (fixture, _actor, target) => {
      const name = groupOf(fixture, target)?.group.fypGroupName ?? 'BSCS-1999-001';
      return { params: { name: target === 'malformed' ? 'x'.repeat(61) : name } };
    },
  },
  readGroup: {
    rows: { own: '200', foreign: '200', bin: '404', unknown: '404', malformed: '400' },
    ask: askOfGroup,
  },
  listGroups: {
    rows: { '-': '200', bin: '200' },
    ask: (_world, _actor, target) => ({ query: target === 'bin' ? { bin: 'true' } : {} }),
  },
  exportGroups: {
    rows: { '-': '200!', bin: '200!', malformed: '400' },
    ask: (_world, _actor, target) => {
      if (target === 'malformed') return { query: { format: 'pdf' } };
      return { query: target === 'bin' ? { bin: 'true', format: 'xlsx' } : {} };
    },
  },
  listChanges: {
    rows: { own: '200', foreign: '200', bin: '200', unknown: '404', malformed: '400' },
    ask: askOfGroup,
  },
  deleteGroup: {
    rows: { own: '200!', foreign: '200!', bin: '404', unknown: '404', malformed: '400' },
    ask: (fixture, _actor, target) => {
      const params = { groupId: groupIdOf(fixture, target) };
      return { params, after: () => adminOf(fixture).call(restoreGroup, { params }) };
    },
  },
  restoreGroup: {
    rows: { own: '404', bin: '200!', unknown: '404', malformed: '400' },
    ask: (fixture, _actor, target) => {
      const params = { groupId: groupIdOf(fixture, target) };
      return { params, after: () => adminOf(fixture).call(deleteGroup, { params }) };
    },
  },
};
