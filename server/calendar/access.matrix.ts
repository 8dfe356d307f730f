import { createToken, hashToken } from '#server/session/tokens.ts';
import type { AccessMatrix } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  makeCalendar: { rows: { '-': '201!' }, buildRequest: () => ({}) },
  endCalendar: {
    rows: { '-': '200!' },
    buildRequest: async ({ portal }, { userId }) => {
      const known = portal.db.selectFrom('users').select('id').where('id', '=', userId);
      if (!(await known.executeTakeFirst())) return {};
      const values = {
        token_hash: hashToken(createToken()),
        made_at: portal.clock().toISOString(),
      };
      await portal.db
        .insertInto('calendars')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
      return {};
    },
  },
  readCalendar: {
    rows: { unknown: '404', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      params: { file: target === 'malformed' ? 'mine.ics' : `${createToken()}.ics` },
    }),
  },
};
