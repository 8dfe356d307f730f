import * as contract from '#contract/board.ts';
import { feature } from '#server/http/feature.ts';
import { countBoard } from './count-board.ts';
import { boardDeskParts } from './desk.ts';
import { exportBoard } from './export-board.ts';
import { findBoard } from './find-board.ts';
import { sendReminders } from './send-reminders.ts';
import { deleteView, listViews, saveView } from './views.ts';

export const boardFeature = feature({
  name: 'board',
  contract,
  desk: boardDeskParts,
  handlers: {
    findBoard: ({ services, caller, query }) => findBoard(services, caller, query),
    countBoard: ({ services, caller, query }) => countBoard(services, caller, query),
    exportBoard: (call) => exportBoard(call),
    sendReminders: ({ services, caller, body }) => sendReminders(services, caller, body),
    listViews: ({ services, caller }) => listViews(services, caller),
    saveView: ({ services, caller, body }) => saveView(services, caller, body),
    deleteView: ({ services, caller, params }) => deleteView(services, caller, params.viewId),
  },
});
