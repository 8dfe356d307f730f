import { type AccessMatrix, getTargetGroupId, unknownId } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  prepareDownload: {
    repeat: { adds: 'a download, and its entry' },
    rows: {
      // Expected status for each actor whose role may call the endpoint, in the order of `columns` in
      // server/test/matrix/rows.ts. `!` marks requests that may write.
      own: '    200! 200! 404 404  200!',
      foreign: '404  404  404 200! 200!',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => ({
      body: { groupIds: [getTargetGroupId(fixture, target)], kinds: ['proposal'], dryRun: false },
    }),
  },
  exportDownload: {
    rows: {
      own: '    200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '    404',
      others: ' 404',
      unknown: '404',
      malformed: '400',
    },
    variants: () => ['GET', 'HEAD', 'cookie', 'cookie HEAD'],
    buildRequest: async (fixture, { userId }, target) => {
      const { db, clock, adminId } = fixture.portal;
      const id = target === 'malformed' ? '1' : crypto.randomUUID();
      const ownerId = target === 'others' && userId !== adminId ? adminId : userId;
      const user = db.selectFrom('users').select('id').where('id', '=', ownerId);
      const isThere = (await user.executeTakeFirst()) !== undefined;
      const isOwnOfAdmin = target === 'others' && userId === adminId;
      if (target !== 'malformed' && target !== 'unknown' && isThere && !isOwnOfAdmin) {
        const groupIds = [
          target === 'others'
            ? getTargetGroupId(fixture, 'own')
            : getTargetGroupId(fixture, target),
        ];
        const made_at = clock().toISOString();
        const expires_at = new Date(clock().getTime() + 60_000).toISOString();
        const selection = JSON.stringify({ groupIds, kinds: ['proposal'] });
        const values = { id, user_id: ownerId, selection, made_at, expires_at };
        await db.insertInto('downloads').values(values).execute();
      }
      return { params: { downloadId: target === 'unknown' ? unknownId : id } };
    },
  },
};
