import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { getFileExtension, uploadDocument } from '#contract/documents.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestKinds, poster } from '#server/test/records/kinds.ts';
import {
  type FileVariant,
  makeFileVariants,
  makeProtectedFiles,
} from '#tools/test/files/file-variants.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  testUserPassword,
  toFile,
} from '#tools/test/people.ts';

const variants = await makeFileVariants();
const protectedFiles = await makeProtectedFiles();

const slides: typeof poster = { ...poster, id: 'slides', title: 'Slides', types: ['pptx', 'xlsx'] };
const uploadKinds: Readonly<Record<string, string>> = {
  pdf: 'thesis',
  zip: 'code',
  rar: 'code',
  pptx: slides.id,
  xlsx: slides.id,
};

async function prepare(portal: Portal, { name, content }: FileVariant) {
  const file = toFile(content, name);
  const extension = getFileExtension(name);
  if (extension === 'doc' || extension === 'docx') {
    const student = await createTestUser(portal);
    const body = buildProposal([student], { proposalFile: file });
    return () => student.caller.request(submitProposal, { body });
  }
  const kind = uploadKinds[extension];
  if (kind !== undefined) {
    const { student } = await createTestGroup(portal, { size: 1 });
    if (kind === slides.id) await addTestKinds(portal, [slides]);
    const params = { kind, email: student.email };
    return () => student.caller.request(uploadDocument, { params, body: { file } });
  }
  const cv = createUniqueName('Person');
  const body = { name: cv, email: buildEmailAddress(cv), password: testUserPassword, file };
  return () => portal.visitor.request(register, { body });
}

async function findNewest(portal: Portal, name: string) {
  const row = await portal.db
    .selectFrom('documents')
    .select('id')
    .where('name', '=', name)
    .orderBy('uploaded_at', 'desc')
    .executeTakeFirstOrThrow();
  return `/api/auth/file/${row.id}`;
}

describe('an upload', () => {
  test.for(variants)('is stored byte for byte: $what', async (variant, { portal }) => {
    const name = `${crypto.randomUUID()}-${variant.name}`;
    const send = await prepare(portal, { ...variant, name });
    expect((await send()).status).toBeLessThan(300);
    const response = await portal.admin.fetch(await findNewest(portal, name));
    expect(Buffer.from(await response.arrayBuffer()).equals(variant.content)).toBe(true);
  });

  test.for([
    ...variants
      .filter(({ what }) => !/behind|film|a split zip/.test(what))
      .map(({ content, ...variant }) => ({
        ...variant,
        what: `${variant.what} without its last quarter`,
        content: content.subarray(0, Math.floor(content.length * 0.75)),
        warning: 'This file seems incomplete.',
      })),
    ...protectedFiles.map((file) => ({ ...file, warning: 'This file needs a password' })),
  ])('is stored with a warning: $what', async ({ warning, ...variant }, { portal }) => {
    const name = `${crypto.randomUUID()}-${variant.name}`;
    const send = await prepare(portal, { ...variant, name });
    expect((await send()).status).toBeLessThan(300);
    const response = await portal.admin.fetch(await findNewest(portal, name));
    expect(Buffer.from(await response.arrayBuffer()).equals(variant.content)).toBe(true);
    const row = portal.db.selectFrom('documents').select('warning').where('name', '=', name);
    expect((await row.executeTakeFirst())?.warning).toContain(warning);
  });
});
