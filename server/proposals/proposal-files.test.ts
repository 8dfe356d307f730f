import { describe, expect } from 'vitest';
import { FullGroup, findGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import {
  buildDoc,
  buildDocx,
  buildPdf,
  buildPng,
  buildZip,
} from '#tools/test/files/sample-files.ts';
import { buildPdfFile, buildProposal, toFile } from '#tools/test/people.ts';

type Parts = { proposalFile?: File; feeProof?: File; certificate?: File };

async function proposing(portal: Portal, { proposalFile = buildPdfFile(), ...files }: Parts) {
  const student = await createTestUser(portal);
  const body = buildProposal([student, { name: 'Bilal Ahmed', email: 'bilal@university.test' }], {
    proposalFile,
  });
  const [first, second] = [getItemAt(body.groupMembers, 0), getItemAt(body.groupMembers, 1)];
  return { student, body: { ...body, groupMembers: [first, { ...second, ...files }] } };
}

async function refused(portal: Portal, parts: Parts) {
  const { student, body } = await proposing(portal, parts);
  return expectRefusal(portal, student.caller, submitProposal, { body });
}

const field = (name: keyof Parts) => (name === 'proposalFile' ? name : `groupMembers.1.${name}`);

describe('the file of a proposal', () => {
  test.for([
    { name: 'proposal.pdf', content: buildPdf(), mediaType: 'application/pdf' },
    { name: 'proposal.DOC', content: buildDoc(), mediaType: 'application/msword' },
    {
      name: 'proposal.docx',
      content: buildDocx(),
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    },
  ])('may be $name, and is stored unchanged', async ({ name, content, mediaType }, { portal }) => {
    const { student, body } = await proposing(portal, { proposalFile: toFile(content, name) });
    await student.caller.call(submitProposal, { body });
    const { group } = await student.caller.call(findGroup, { params: { email: student.email } });
    const response = await student.caller.fetch(group.proposalUrl ?? '');
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  test.for([
    { what: 'a zip named .docx', name: 'p.docx', content: buildZip() },
    {
      what: 'a zip that only says [Content_Types].xml, named .docx',
      name: 'p.docx',
      content: buildZip({ '[Content_Types].xml': '<Types/>' }),
    },
  ])('must not be $what', async ({ name, content }, { portal }) => {
    const message = `Proposal: “${name}” is named .${name.split('.')[1]} but its content is not. Save it again as pdf, doc or docx and choose that file.`;
    expect(await refused(portal, { proposalFile: toFile(content, name) })).toMatchObject({
      code: 'wrong-kind-of-file',
      message,
      fields: { proposalFile: message },
    });
  });
});

describe('a member’s file', () => {
  test.for([
    { part: 'feeProof', label: 'Fee proof' },
    { part: 'certificate', label: 'Certificates' },
  ] as const)(
    '$part must be a PDF, and the error names the member',
    async ({ part, label }, { portal }) => {
      const image = await refused(portal, { [part]: toFile(buildPng(), 'paid.png') });
      expect(image).toMatchObject({
        code: 'wrong-kind-of-file',
        message: `Member 2: ${label} must be a pdf file; “paid.png” is not.`,
        fields: { [field(part)]: `${label} must be a pdf file; “paid.png” is not.` },
      });
      const renamed = await refused(portal, { [part]: toFile(buildPng(), 'paid.pdf') });
      expect(renamed).toMatchObject({
        status: 415,
        fields: { [field(part)]: expect.stringContaining('its content is not') },
      });
    },
  );

  test('is rejected if it is too large for its field, and no other file is stored', async () => {
    const env = { MAX_PROPOSAL_MB: '0.02', MAX_FEE_PROOF_MB: '0.01', MAX_CERTIFICATE_MB: '0.01' };
    const { portal, close } = await openPortal(env);
    const tooLong = toFile(buildPdf({ bytes: 30_000 }), 'long.pdf');
    for (const part of ['proposalFile', 'feeProof', 'certificate'] as const) {
      expect(await refused(portal, { [part]: tooLong })).toMatchObject({
        code: 'too-large',
        fields: {
          [field(part)]: expect.stringMatching(/must be \d+ kB or smaller; “long.pdf” is larger\./),
        },
      });
    }
    const { student, body } = await proposing(portal, {
      proposalFile: toFile(buildPdf({ bytes: 20_000 }), 'right.pdf'),
    });
    expect((await student.caller.request(submitProposal, { body })).status).toBe(201);
    await close();
  });

  test('is rejected with an error reply, not a closed connection, if it is far too large', async () => {
    const { portal, close } = await openPortal({ MAX_FEE_PROOF_MB: '0.01' });
    const feeProof = toFile(buildPdf({ bytes: 8_000_000 }), 'long.pdf');
    expect(await refused(portal, { feeProof })).toMatchObject({ status: 413, code: 'too-large' });
    await close();
  });

  test('is assigned to the member whose fields precede it in the form', async ({ portal }) => {
    const { student, body } = await proposing(portal, {
      feeProof: buildPdfFile('second.pdf'),
      certificate: buildPdfFile('cert.pdf'),
    });
    await student.caller.call(submitProposal, { body });
    const reply = await portal.admin.call(findGroup, { params: { email: student.email } });
    const { fypGroupMembers, documents } = FullGroup.parse(reply.group);
    const named = (url: string | null) => documents.find((document) => document.url === url)?.name;
    expect(
      fypGroupMembers.map(({ feeProofPath, certificatePath }) => [
        named(feeProofPath),
        named(certificatePath),
      ]),
    ).toEqual([
      ['fee-proof.pdf', undefined],
      ['second.pdf', 'cert.pdf'],
    ]);
  });

  test('is rejected together with all other invalid files in a single error, and nothing is stored', async ({
    portal,
  }) => {
    const wrong = toFile(Buffer.from('no pdf'), 'x.pdf');
    const refusal = await refused(portal, {
      proposalFile: wrong,
      feeProof: wrong,
      certificate: wrong,
    });
    expect(refusal).toMatchObject({ status: 415, fields: { proposalFile: expect.any(String) } });
  });
});
