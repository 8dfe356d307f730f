import { deleteView, saveView, sendReminders } from '#contract/board.ts';
import { Caller } from '#tools/test/caller.ts';
import { countOf, newTag, type Prepare } from './fixture.ts';

export const writesOfBoard = {
  saveView: async (fixture) => {
    const name = newTag();
    const views = fixture.db.selectFrom('board_views').select('id').where('name', '=', name);
    return {
      endpoint: saveView,
      input: { body: { name, search: 'state=late' } },
      token: fixture.admin,
      effects: async () => ({ views: await countOf(views) }),
    };
  },
  deleteView: async (fixture) => {
    const body = { name: newTag(), search: 'state=late' };
    const { view } = await new Caller(fixture.url, fixture.admin).call(saveView, { body });
    const views = fixture.db.selectFrom('board_views').select('id').where('id', '=', view._id);
    return {
      endpoint: deleteView,
      input: { params: { viewId: view._id } },
      token: fixture.admin,
      refusals: ['not-found'],
      effects: async () => ({ deleted: 1 - (await countOf(views)) }),
    };
  },
  sendReminders: async (fixture) => {
    const { db, group } = fixture;
    const text = newTag();
    await db.deleteFrom('board_reminders').where('group_id', '=', group.groupId).execute();
    const emails = db.selectFrom('emails').select('id').where('text_body', 'like', `%${text}%`);
    const deadlineId = 'april-monthly-report';
    const body = { groupIds: [group.groupId], deadlineId, text, dryRun: false };
    return {
      endpoint: sendReminders,
      input: { body },
      token: fixture.admin,
      refusals: ['too-often'],
      effects: async () => ({ emails: (await countOf(emails)) / group.memberIds.length }),
    };
  },
} satisfies Record<string, Prepare>;
