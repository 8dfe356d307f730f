import { listMembersWithMarks } from '#contract/rules/former-members.ts';
import { hasExternalExaminer } from '#contract/rules/scheme.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import {
  drawFacts,
  drawFeet,
  drawLetterhead,
  drawSignatures,
  drawUnprintable,
  type Letterhead,
} from './draw-parts.ts';
import { drawMarksTable } from './draw-table.ts';
import type { PdfPage } from './page.ts';
import { formatCheckCode, listUserEnteredTexts, type ResultSheet } from './result-sheet.ts';
import { formatSheetViva, listSheetFacts } from './sheet-content.ts';
import type { Printer } from './stream-pdf.ts';

/** Maximum number of members whose names fit on a sheet in portrait orientation. */
const maxPortraitMembers = 4;

export const resultSheetPrinter: Printer<ResultSheet> = {
  draw: drawResultSheet,
  getKeyword: ({ group, digest }) => `${group.fypGroupName} sha256:${digest}`,
};

/** Draws a sheet. Yields after each part, so that the caller can let other requests run. */
function* drawResultSheet(page: PdfPage, head: Letterhead, sheet: ResultSheet): Generator<void> {
  const { group, members, digest } = sheet;
  page.begin(group.fypGroupName, members.length > maxPortraitMembers ? 'landscape' : 'portrait');
  drawLetterhead(page, head, `Result sheet${formatOnlyMember(sheet)}`);
  yield;
  drawFacts(page, listSheetFacts(sheet));
  yield;
  yield* drawMarksTable(page, sheet);
  drawViva(page, sheet);
  drawUnprintable(page, listUserEnteredTexts(sheet));
  yield;
  drawSignatures(page, listSigners(sheet));
  yield;
  page.end();
  drawFeet(page, head, {
    name: group.fypGroupName,
    note: `Check code ${formatCheckCode(digest)}`,
  });
}

/** Returns whose sheet it is if it is that of one member of a larger group. */
function formatOnlyMember({ members, group }: ResultSheet): string {
  const [only] = members;
  const isOne = members.length === 1 && listMembersWithMarks(group).length > 1;
  return isOne && only ? isolateRightToLeftValues` of ${only.name}, ${only.roll}` : '';
}

function drawViva(page: PdfPage, sheet: ResultSheet) {
  page.y += 8;
  page.paragraph('P', '– means not marked yet, and counts as 0 in every sum.', 8, { below: 8 });
  const viva = formatSheetViva(sheet);
  if (viva !== undefined) page.paragraph('P', `External viva: ${viva}`, 9.5);
}

function listSigners({ group, scheme }: ResultSheet) {
  const examiner = ['External examiner', group.externalExaminer ?? ''] as const;
  return [
    ['Supervisor', group.supervisor] as const,
    ...(hasExternalExaminer(scheme) ? [examiner] : []),
    ['Project coordinator', ''] as const,
  ];
}
