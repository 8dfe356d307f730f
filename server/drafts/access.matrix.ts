import { randomUUID } from 'node:crypto';
import { buildDraftKey } from '#contract/drafts.ts';
import type { MatrixPortal } from '#server/test/matrix/actors.ts';
import type {
  AccessMatrix,
  MatrixRequest,
  MatrixRequestBuilder,
} from '#server/test/matrix/requests.ts';
import { createTestUser } from '#server/test/people.ts';

const value = '"Typed, but not saved."';

const isUser = async ({ db }: MatrixPortal, userId: string) =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0;

/** Adds a draft of the actor for `own`, and otherwise of another user. Returns its key and copy. */
async function addDraft(portal: MatrixPortal, userId: string, target: string) {
  const key = buildDraftKey('announcement', randomUUID());
  const copy_id = randomUUID();
  const isOwn = target === 'own' && (await isUser(portal, userId));
  const user_id = isOwn ? userId : (await createTestUser(portal)).userId;
  const saved_at = portal.clock().toISOString();
  await portal.db.insertInto('drafts').values({ user_id, key, value, saved_at, copy_id }).execute();
  return { key, copy_id };
}

const removeAfterwards = ({ db }: MatrixPortal, key: string): Pick<MatrixRequest, 'after'> => ({
  after: () => db.deleteFrom('drafts').where('key', '=', key).execute(),
});

const askForDraft: MatrixRequestBuilder = async ({ portal }, { userId }, target) => {
  if (target === 'malformed') return { params: { key: 'passwords.1' } };
  const { key } = await addDraft(portal, userId, target);
  return { params: { key }, ...removeAfterwards(portal, key) };
};

export const accessMatrix: AccessMatrix = {
  listDrafts: { buildRequest: () => ({}), rows: { '-': '200' } },
  getDraft: {
    buildRequest: askForDraft,
    rows: { own: '200', others: '404', malformed: '400' },
  },
  saveDraft: {
    rows: {
      // The claimer has not confirmed their email address.
      new: '200! 200! 403 200! 200! 200! 200! 200! 200! 200! 200! 200!',
      malformed: '400',
    },
    buildRequest: ({ portal }, _actor, target) => {
      const key = buildDraftKey('announcement', randomUUID());
      const body = { copyId: randomUUID(), value: target === 'malformed' ? 'no JSON' : value };
      return { params: { key }, body, ...removeAfterwards(portal, key) };
    },
  },
  deleteDraft: {
    // Deleting the key of another user's draft deletes nothing.
    rows: { own: '200!', others: '200', malformed: '400' },
    buildRequest: async ({ portal }, { userId }, target) => {
      if (target === 'malformed') return { params: { key: 'proposal' }, query: { copyId: '1' } };
      const { key, copy_id } = await addDraft(portal, userId, target);
      return { params: { key }, query: { copyId: copy_id } };
    },
  },
};
