import type { FastifyReply } from 'fastify';
import type { BoardRow, exportBoard as endpoint } from '#contract/board.ts';
import { Problem } from '#contract/problem.ts';
import {
  computeMeanMark,
  formatCertificatesCell,
  formatDeadlineCell,
  formatMeetingsCell,
  formatMilestoneCell,
} from '#contract/rules/board-cells.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import {
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import { writeAs } from '#server/session/write-as.ts';
import { buildBoardColumns, readBoardRows } from './find-board.ts';

const groupsAtOnce = 20;

/** Exports groups in the requested order. Throws `not-found` for a group outside the cohort or the caller's scope. */
export async function exportBoard(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, caller, body } = call;
  const cohort = getCohort(services.content, body.cohort);
  const columns = sheetColumns(cohort, body.columns, body.marks);
  const ids = [...new Set(body.groupIds)];
  const parts = {
    deadlines: body.columns.some((name) => name.startsWith('deadline:')),
    milestones: body.columns.some((name) => name.startsWith('milestone:')),
    certificates: body.columns.includes('certificates'),
    meetingsFor: body.columns.includes('meetings') ? caller : undefined,
    waitingFor: undefined,
    marks: body.marks,
  };
  return replyWithExport(call, {
    name: 'Board',
    fileName: 'board',
    format: body.format,
    filter: {
      cohort: cohort.code,
      groups: String(ids.length),
      columns: body.columns.join(' '),
      marks: body.marks ? 'yes' : undefined,
    },
    columns,
    // If the session has ended, send no file and write no audit entry.
    checkAndRecord: (record) =>
      writeAs(services, caller, async ({ trx }) => {
        await requireInScope(trx, caller, cohort._id, ids);
        await record(trx);
      }),
    rows: async function* () {
      for (const batch of toBatches(ids, groupsAtOnce)) {
        const rows = await readBoardRows(services, cohort, batch, parts);
        const byId = new Map(rows.map((row) => [row._id, row]));
        yield batch.flatMap((id) => byId.get(id) ?? []);
      }
    },
  });
}

async function requireInScope(db: Db, caller: Caller, cohortId: string, ids: readonly string[]) {
  const groups = await selectVisibleGroups(db, caller, cohortId)
    .where(isIdInJsonArray(db, 'groups.id', JSON.stringify(ids)))
    .select('groups.id')
    .execute();
  if (groups.length === ids.length) return;
  throw new Problem('not-found', 'One of these groups doesn’t exist, or you don’t have access.');
}

const groupColumns: readonly SheetColumn<BoardRow>[] = [
  createTextColumn('Group', ({ fypGroupName }) => fypGroupName, 16),
  createTextColumn('Title', ({ fypTitle }) => fypTitle, 40),
  createTextColumn('Program', ({ program }) => program, 10),
  createTextColumn('Category', ({ fypCategory }) => fypCategory),
  createTextColumn('Supervisor', ({ supervisor }) => supervisor, 24),
  createTextColumn('Members', ({ members, former = [] }) => [...members, ...former].join(', '), 40),
];

const certificates: SheetColumn<BoardRow> = {
  ...createTextColumn('Certificates', (row) =>
    formatCertificatesCell(row.certificates, row.members.length),
  ),
  module: 'certificates',
};

const meetings = createTextColumn<BoardRow>('Last meeting', (row) =>
  formatMeetingsCell(row.meetings),
);

function sheetColumns(
  cohort: CohortContent,
  asked: readonly string[],
  withMarks: boolean,
): SheetColumn<BoardRow>[] {
  const { deadlines, milestones } = buildBoardColumns(cohort);
  const chosen = asked.flatMap((name): SheetColumn<BoardRow>[] => {
    if (name === 'certificates') return [certificates];
    if (name === 'meetings') return [meetings];
    const [kind, ...rest] = name.split(':');
    const id = rest.join(':');
    const deadline = kind === 'deadline' ? deadlines.findIndex(({ _id }) => _id === id) : -1;
    const milestone = kind === 'milestone' ? milestones.findIndex(({ key }) => key === id) : -1;
    const title = deadlines[deadline]?.title ?? milestones[milestone]?.title;
    if (title === undefined) {
      const message = `${cohort.name} has no column “${name}”.`;
      throw new Problem('invalid', message, { fields: { columns: message } });
    }
    if (deadline >= 0)
      return [createTextColumn(title, (row) => formatDeadlineCell(row.deadlines[deadline]))];
    const cellOf = (row: BoardRow) => row.milestones[milestone] ?? { marked: 0 };
    return [
      createTextColumn(title, (row) => formatMilestoneCell(cellOf(row), row.members.length)),
      ...(withMarks
        ? [createNumberColumn<BoardRow>(`${title}: mean`, (row) => computeMeanMark(cellOf(row)))]
        : []),
    ];
  });
  return [...groupColumns, ...chosen];
}
