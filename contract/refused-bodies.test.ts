import { expect, test } from 'vitest';
import type { z } from 'zod';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import { buildAttachmentSchema } from './documents.ts';
import { listGroups, VivaDate, VivaStatus } from './groups.ts';
import { getMemberMarksSchema, saveMarks } from './marks.ts';
import { UploadKind } from './rules/document-kinds.ts';
import { createUser, updateUser } from './users.ts';

const id = '5B2E4C1A-9D3F-4E6B-8A70-1C2D3E4F5A6B';
const examiner = (externalExaminer: unknown) => ({ externalExaminer });
const cell = (entry: object) => ({ month1: entry });
const aNewUser = { name: 'A Name', email: 'a.name@university.test', role: 'student' };
const members = (count: number) => ({
  fypGroupMembers: Array.from({ length: count }, () => ({ _id: id })),
});

const cases: Record<string, { schema: z.ZodType; takes: unknown[]; refuses: unknown[] }> = {
  'the version of a group': {
    schema: updateGroup.body,
    takes: [{ version: 1 }, { version: '1' }, {}],
    refuses: [{ version: 1.5 }, { version: '1.5' }, { version: '' }, { version: null }],
  },
  'the external examiner of a group': {
    schema: updateGroup.body,
    takes: ['Dr. Somebody', '', null].map(examiner),
    refuses: [7, {}, 'x'.repeat(101), 'a\ud800'].map(examiner),
  },
  'the members of a group': {
    schema: updateGroup.body,
    takes: [members(8)],
    refuses: [members(9), { fypGroupMembers: 'all' }],
  },
  'the viva’s status': {
    schema: VivaStatus,
    takes: ['pass', 'Fail', 'RESCHEDULE', ' Pending ', '', null],
    refuses: ['perhaps', 'passed', 7, {}, true],
  },
  'the viva’s date': {
    schema: VivaDate,
    takes: ['2027-05-22', '2027-05-22T23:59', '2031-01-01 08:00:00+05:00', '', null],
    refuses: ['2027-02-30', '22 May 2027', '3027-01-01', '0027-01-01', '2027-05-22T', 20270522],
  },
  'the filter for deleted groups': {
    schema: listGroups.query,
    takes: [{ bin: 'true' }, {}],
    refuses: [{ bin: 'yes' }, { bin: '' }, { bin: ['true', 'true'] }],
  },
  'a mark': {
    schema: getMemberMarksSchema(smallScheme),
    takes: [cell({ marks: 5, revision: 0 }), cell({ marks: null }), {}],
    refuses: [
      cell({ revision: -1 }),
      cell({ revision: 1.5 }),
      cell({ revision: 2 ** 31 }),
      { month7: { marks: 5 } },
    ],
  },
  'a user’s password': {
    schema: updateUser.body,
    takes: [{ password: '' }, { password: null }, { password: 'a long passphrase' }],
    refuses: [{ password: 'short' }, { password: 7 }],
  },
  'the confirmation of an email address by an admin': {
    schema: updateUser.body,
    takes: [{ confirmed: true }],
    refuses: [{ confirmed: false }, { confirmed: 'no' }],
  },
  'the role of a user': {
    schema: createUser.body,
    takes: [aNewUser],
    refuses: [
      { ...aNewUser, role: 'root' },
      { ...aNewUser, role: undefined },
    ],
  },
  'a kind of upload': {
    schema: UploadKind,
    takes: ['thesis', 'similarity', 'code', 'certificate', 'proposal', 'feeProof'],
    refuses: ['cv', 'evidence', '', '../thesis'],
  },
  'a file': {
    schema: buildAttachmentSchema('The file'),
    takes: [{ name: 'a.pdf', size: 7 }],
    refuses: ['a.pdf', 7, null, undefined, [], {}, { name: 'a.pdf' }, { name: 'a.pdf', size: '7' }],
  },
};

test.for(Object.entries(cases))(
  'the schema of %s accepts valid values and rejects invalid values',
  ([, { schema, takes, refuses }]) => {
    for (const value of takes) {
      expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(true);
    }
    for (const value of refuses) {
      expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false);
    }
  },
);

test('saveMarks accepts a group id in upper case and converts it to lower case', () => {
  const { groupId } = saveMarks.body.parse({ semester: 'Semester 7', groupId: id });
  expect(groupId).toBe(id.toLowerCase());
});
