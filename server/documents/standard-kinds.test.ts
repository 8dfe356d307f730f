import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { checkDocument, openDocument, uploadDocument } from '#contract/documents.ts';
import { documentKinds, type StandardKind, standardKinds } from '#contract/rules/document-kinds.ts';
import { getUploadHint, toMidSentence } from '#contract/settings/kinds.ts';
import type { ModuleName } from '#contract/settings/modules.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildFile } from '#server/test/records/versions.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { toFile } from '#tools/test/people.ts';
import { getFileLimits, requireSpaceForFile } from './removal/require-space.ts';

type Expected = {
  owner: 'group' | 'member';
  types: string;
  maxMb: number;
  message: string;
  hint?: string;
  isCheckable?: true;
  /** Whether the supervisor's desk lists a version that was uploaded after the proposal. */
  isNews?: true;
  sharesSpace?: true;
  module?: ModuleName;
  url?: 'proposalUrl' | 'thesisUrl' | 'similarityReportUrl' | 'projectCodeUrl';
  deadline?: string;
};

const work = { owner: 'group', types: 'pdf', maxMb: 20, isNews: true } as const;
const proof = { owner: 'member', types: 'pdf', maxMb: 20, isCheckable: true } as const;

const expectedFacts: Record<StandardKind, Expected> = {
  proposal: {
    ...work,
    types: 'pdf, doc or docx',
    message: 'PROPOSAL',
    sharesSpace: true,
    url: 'proposalUrl',
  },
  feeProof: {
    ...proof,
    maxMb: 5,
    message: 'FEE PROOF',
    hint: 'Your own proof of payment: each member uploads one.',
    sharesSpace: true,
    module: 'feeProof',
  },
  certificate: {
    ...proof,
    message: 'CERTIFICATE',
    hint: 'Your own course or internship certificates, merged into one file.',
    module: 'certificates',
  },
  report: {
    ...work,
    message: 'REPORT',
    hint: 'One report for each month with a deadline.',
    deadline: 'december-monthly-report',
  },
  thesis: { ...work, maxMb: 50, message: 'THESIS', url: 'thesisUrl' },
  similarity: { ...work, message: 'SIMILARITY', url: 'similarityReportUrl' },
  code: { ...work, types: 'zip or rar', maxMb: 200, message: 'CODE', url: 'projectCodeUrl' },
};

const buildUpload = ({ student }: TestGroup, kind: StandardKind, file = buildFile(kind)) => ({
  params: { kind, email: student.email },
  query: { deadline: expectedFacts[kind].deadline },
  body: { file },
});

const uploadAs = (team: TestGroup, kind: StandardKind) =>
  team.student.caller.call(uploadDocument, buildUpload(team, kind));

const countNews = async ({ supervisor }: TestGroup, kind: StandardKind) => {
  const { items } = await supervisor.caller.call(findDesk);
  const text = `submitted its ${toMidSentence(documentKinds[kind].label)} `;
  return items.filter((item) => item.text.includes(text)).length;
};

describe.for(standardKinds)('the standard kind %s', (kind) => {
  const expected = expectedFacts[kind];
  const isPerMember = expected.owner === 'member';

  test('rejects other types of files, and has its size limit, hint and module', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const input = buildUpload(team, kind, toFile(Buffer.from('text'), 'notes.txt'));
    const refused = await expectRefusal(portal, team.student.caller, uploadDocument, input);
    expect(refused.message).toContain(` must be a ${expected.types} file; `);
    expect(documentKinds[kind].maxBytes).toBe(expected.maxMb * 1024 * 1024);
    expect(getUploadHint({ kind, isPerMember })).toBe(expected.hint);
    expect(documentKinds[kind].module).toBe(expected.module);
  });

  test('is uploaded for its owner, and team mates open files of the group only', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { message, document } = await uploadAs(team, kind);
    expect(message).toBe(`${expected.message} uploaded successfully.`);
    expect(document).toMatchObject({
      memberId: isPerMember ? team.ids[0] : null,
      deadlineId: expected.deadline ?? null,
    });
    if (expected.url) expect((await team.read())[expected.url]).toBe(document.url);
    const open = { params: { documentId: document._id } };
    const opened = await team.mate.caller.request(openDocument, open);
    expect(opened.status).toBe(isPerMember ? 404 : 200);
  });

  test('is listed as new, or checked, by the supervisor', async ({ portal }) => {
    const team = await createTestGroup(portal);
    expect(await countNews(team, kind)).toBe(0);
    const { document } = await uploadAs(team, kind);
    expect(await countNews(team, kind)).toBe(expected.isNews ? 1 : 0);
    const check = { params: { documentId: document._id }, body: { checked: true } };
    const checked = await team.supervisor.caller.request(checkDocument, check);
    expect(checked.status).toBe(expected.isCheckable ? 200 : 400);
  });

  test('shares the space of its group, or has a version quota', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { document } = await uploadAs(team, kind);
    const { group: size } = getFileLimits(portal.config);
    await portal.db.updateTable('documents').set({ size }).where('id', '=', document._id).execute();
    const owners = { groupId: team.groupId, userId: team.student.userId };
    const stored = requireSpaceForFile(portal.db, portal.config, owners);
    if (expected.sharesSpace) await expect(stored).rejects.toMatchObject({ code: 'storage-full' });
    else await stored;
  });
});
