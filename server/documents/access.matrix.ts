import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UploadKind } from '#contract/rules/document-kinds.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  getAdminCaller,
  getTargetDocumentId,
  getTargetEmail,
  getTargetGroupId,
} from '#server/test/matrix/requests.ts';
import { buildZip } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, toFile } from '#tools/test/people.ts';

const second = 'second-proposal';

async function addSecondProposal(fixture: MatrixFixture): Promise<void> {
  const { content } = fixture.portal;
  await content.refresh();
  if (content.current.deadlines.some(({ _id }) => _id === second)) return;
  const params = { name: 'deadlines' as const };
  const admin = getAdminCaller(fixture);
  const { version, value } = await admin.call(getSetting, { params });
  const deadline = { id: second, title: 'Second proposal', due: '2027-06-01 12:00' };
  const list = [...(value as DeadlineSettings), { ...deadline, documents: ['proposal'] }];
  const query = { cohort: content.current.code };
  await admin.call(saveSetting, { params, query, body: { version, value: list } });
}

/** Removes new versions, because the other requests concern the files of the proposal. */
async function removeNewProposalFiles({ portal: { db } }: MatrixFixture): Promise<void> {
  const kinds = ['proposal', 'feeProof'];
  const added = db.selectFrom('documents').select('id').where('kind', 'in', kinds);
  const ids = (await added.where('version', '>', 1).execute()).map(({ id }) => id);
  for (const id of ids) {
    await db.deleteFrom('submissions').where('document_id', '=', id).execute();
    await db.deleteFrom('documents').where('id', '=', id).execute();
  }
}

const reason = 'The file contains data of another person.';

/** Copies the stored files, and returns a function that undoes all removals. */
async function prepareToUndoRemovals({ portal }: MatrixFixture): Promise<() => Promise<void>> {
  const folder = join(portal.folder, 'files', 'kept');
  const contents = new Map<string, Buffer>();
  for (const name of await readdir(folder)) contents.set(name, await readFile(join(folder, name)));
  return async () => {
    for (const [name, content] of contents) await writeFile(join(folder, name), content);
    await portal.db
      .updateTable('documents')
      .set({ removed_at: null, removed_by: null, removed_by_name: null, removal_reason: null })
      .where('removed_at', 'is not', null)
      .execute();
  };
}

export const accessMatrix: AccessMatrix = {
  uploadDocument: {
    rows: {
      // Expected status for each actor whose role may call the endpoint, in the order of `columns` in
      // server/test/matrix/rows.ts. `!` marks requests that may write.
      self: '   404 404 403 200! 200! 200! 404 404',
      own: '    404 404 403 200! 200! 404  404 200!',
      mate: '   404 404 403 200! 200! 404  404 200!',
      foreign: '404 404 403 404  404  200! 404 200!',
      bin: '    404 404 403 404  404  404  404 404',
      unknown: '404 404 403 404  404  404  404 404',
      malformed: '400',
      malformedKind: '400',
    },
    buildRequest: (fixture, actor, target, kind) => {
      const isMalformedKind = target === 'malformedKind';
      const isReport = kind === 'report';
      const deadline = 'december-monthly-report';
      return {
        params: {
          kind: isMalformedKind ? 'evidence' : kind,
          email: getTargetEmail(fixture, actor, isMalformedKind ? 'self' : target),
        },
        ...(isReport && { query: { deadline } }),
        body: { file: kind === 'code' ? toFile(buildZip(), 'code.zip') : buildPdfFile() },
        after: () => removeNewProposalFiles(fixture),
      };
    },
    variants: () => UploadKind.options,
  },
  openDocument: {
    rows: {
      own: '            404 404 404 200 200 404 404 200 200 404 404 200',
      ownFeeProof: '    404 404 404 200 404 404 404 200 200 404 404 200',
      mateFeeProof: '   404 404 404 404 200 404 404 200 200 404 404 200',
      thirdFeeProof: '  404 404 404 404 404 404 404 200 200 404 404 200',
      ownCv: '          404 404 404 200 404 404 404 404 404 404 404 200',
      foreign: '        404 404 404 404 404 200 404 404 404 404 200 200',
      foreignFeeProof: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '            404 404 404 404 404 404 404 404 404 404 404 200',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => ({
      params: { documentId: getTargetDocumentId(fixture, target) },
    }),
    variants: () => ['GET', 'HEAD', 'cookie', 'cookie HEAD'],
  },
  submitDocument: {
    rows: {
      own: '            404 404 404 200! 200! 404 404',
      ownFeeProof: '    404 404 404 400  404  404 404',
      mateFeeProof: '   404 404 404 404  400  404 404',
      ownCv: '          404 404 404 400  404  404 404',
      foreign: '        404 404 404 404  404  200! 404',
      bin: '            404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => {
      await addSecondProposal(fixture);
      return {
        params: { documentId: getTargetDocumentId(fixture, target) },
        body: { deadline: second },
        after: () =>
          fixture.portal.db.deleteFrom('submissions').where('deadline_id', '=', second).execute(),
      };
    },
  },
  checkDocument: {
    rows: {
      own: '            400  400 404 404  400',
      ownFeeProof: '    200! 403 404 404  200!',
      mateFeeProof: '   200! 403 404 404  200!',
      ownCv: '          404  404 404 404  400',
      foreignFeeProof: '404  404 404 200! 200!',
      bin: '            404  404 404 404  400',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => ({
      params: { documentId: getTargetDocumentId(fixture, target) },
      body: { checked: true },
      after: () => fixture.portal.db.updateTable('documents').set({ checked_at: null }).execute(),
    }),
  },
  removeDocument: {
    rows: {
      own: '200!',
      ownFeeProof: '200!',
      ownCv: '200!',
      foreign: '200!',
      bin: '200!',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => ({
      params: { documentId: getTargetDocumentId(fixture, target) },
      body: { reason },
      after: await prepareToUndoRemovals(fixture),
    }),
  },
  correctFileTime: {
    rows: {
      own: '200!',
      ownFeeProof: '200!',
      ownCv: '400',
      foreign: '200!',
      bin: '200!',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => {
      const { db, clock } = fixture.portal;
      const documentId = getTargetDocumentId(fixture, target);
      const from = '2030-01-01T00:00:00.000Z';
      const document = db.updateTable('documents').where('id', '=', documentId);
      if (target !== 'malformed') await document.set({ uploaded_at: from }).execute();
      return { params: { documentId }, body: { from, to: clock().toISOString(), reason } };
    },
  },
  removeGroupFiles: {
    rows: { own: '409', foreign: '409', bin: '200!', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => ({
      params: { groupId: getTargetGroupId(fixture, target) },
      body: { reason },
      after: await prepareToUndoRemovals(fixture),
    }),
  },
};
