import { importGroups } from '#contract/admin/imports.ts';
import {
  type AccessMatrix,
  buildNewPerson,
  getAdminCaller,
  type MatrixRequestBuilder,
} from '#server/test/matrix/requests.ts';
import { buildMember } from '#tools/test/people.ts';

const askUsers: MatrixRequestBuilder = (_world, _actor, target) => {
  const user = { row: 2, ...buildNewPerson(), role: target === 'malformed' ? 'root' : 'student' };
  return { body: { rows: [user], dryRun: target === 'check' } };
};

const askGroups: MatrixRequestBuilder = async (fixture, _actor, target) => {
  const { feeProof: _, ...member } = buildMember(buildNewPerson());
  const project = { program: 'BSCS', category: 'Web Development', supervisor: 'other' };
  const title = target === 'malformed' ? '' : 'A project';
  const rows = [{ row: 2, group: '1', ...project, title, ...member }];
  const check = { rows, dryRun: true };
  if (target === 'check') return { body: check };
  const { cohort, token } = await getAdminCaller(fixture).call(importGroups, {
    body: check as never,
  });
  return { body: { rows, dryRun: false, cohort: cohort.code, token } };
};

export const accessMatrix: AccessMatrix = {
  importUsers: { buildRequest: askUsers, rows: { check: '200', new: '200!', malformed: '400' } },
  importGroups: { buildRequest: askGroups, rows: { check: '200', new: '200!', malformed: '400' } },
  importTemplate: {
    buildRequest: (_world, _actor, target) => ({
      query: { of: target === 'malformed' ? 'marks' : 'users' },
    }),
    rows: { '-': '200', malformed: '400' },
  },
};
