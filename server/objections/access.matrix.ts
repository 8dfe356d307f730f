import { createToken } from '#server/session/tokens.ts';
import { type AccessMatrix, unknownId } from '#server/test/matrix/requests.ts';
import { createObjectionLink } from '#server/test/records/objections.ts';

export const accessMatrix: AccessMatrix = {
  objectToGroup: {
    rows: { good: '200!', unknown: '400', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      if (target === 'malformed') return { body: { token: 'short' } };
      if (target === 'unknown') return { body: { token: createToken() } };
      const { db, clock } = fixture.portal;
      const { token } = await createObjectionLink(db, fixture.groups.own.groupId, clock());
      return { body: { token } };
    },
  },
  settleObjection: {
    repeat: ['not-found'],
    rows: { made: '200!', notMade: '404', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      if (target === 'unknown') return { params: { objectionId: unknownId } };
      if (target === 'malformed') return { params: { objectionId: '1' } };
      const { db, clock } = fixture.portal;
      const objected_at = target === 'made' ? clock().toISOString() : null;
      const { groupId } = fixture.groups.own;
      const { objectionId } = await createObjectionLink(db, groupId, clock(), { objected_at });
      return { params: { objectionId } };
    },
  },
};
