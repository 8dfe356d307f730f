import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { makeProtectedFiles } from '#tools/test/files/file-variants.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const protectedZip = makeProtectedFiles()[0]?.content ?? Buffer.alloc(0);

describe('an upload', () => {
  test.for([
    ['thesis', 'a.pdf', buildPdf({ bytes: 100_000 }), null],
    ['thesis', 'cut.pdf', buildPdf().subarray(0, -20), 'This file seems incomplete.'],
    ['code', 'cut.zip', buildZip().subarray(0, -20), 'This file seems incomplete.'],
    ['code', 'protected.zip', protectedZip, 'This file needs a password'],
  ] as const)(
    'is stored byte for byte, with its warning: %s %s',
    async ([kind, name, content, warning], { portal }) => {
      const { student } = await createTestGroup(portal, { size: 1 });
      const { document } = await student.caller.call(uploadDocument, {
        params: { kind, email: student.email },
        body: { file: toFile(content, name) },
      });
      const response = await portal.admin.fetch(document.url);
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
      const row = portal.db.selectFrom('documents').select('warning');
      const stored = await row.where('id', '=', document._id).executeTakeFirstOrThrow();
      expect(stored.warning?.includes(warning ?? '') ?? null).toBe(warning === null ? null : true);
    },
  );
});
