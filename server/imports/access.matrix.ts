import { importGroups } from '#contract/imports.ts';
import { type Ask, adminOf, type Matrix, newPerson } from '#server/test/matrix/ask.ts';
import { buildMember } from '#tools/test/people.ts';

const askUsers: Ask = (_world, _actor, target) => {
  const user = { row: 2, ...newPerson(), role: target === 'malformed' ? 'root' : 'student' };
  return { body: { rows: [user], dryRun: target === 'check' } };
};

const askGroups: Ask = async (fixture, _actor, target) => {
  const { feeProof: _, ...member } = buildMember(newPerson());
  const project = { program: 'BSCS', category: 'Web Development', supervisor: 'other' };
  const title = target === 'malformed' ? '' : 'A project';
  const rows = [{ row: 2, group: '1', ...project, title, ...member }];
  const check = { rows, dryRun: true };
  if (target === 'check') return { body: check };
  const { cohort, token } = await adminOf(fixture).call(importGroups, { body: check as never });
  return { body: { rows, dryRun: false, cohort: cohort.code, token } };
};

export const matrix: Matrix = {
  importUsers: { ask: askUsers, rows: { check: '200', new: '200!', malformed: '400' } },
  importGroups: { ask: askGroups, rows: { check: '200', new: '200!', malformed: '400' } },
  importTemplate: {
    ask: (_world, _actor, target) => ({
      query: { of: target === 'malformed' ? 'marks' : 'users' },
    }),
    rows: { '-': '200', malformed: '400' },
  },
};
