import { isFileKind } from '#contract/rules/document-kinds.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import {
  findKind,
  getKindLabel,
  type KindSettings,
  listCohortKinds,
} from '#contract/settings/kinds.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { repeated } from './cross-checks.ts';
import type { ContentIssue } from './files/format-issue.ts';

/** Returns an issue for each title that another kind has too, because pages and emails name kinds by their title. */
function checkTitles(settings: KindSettings): ContentIssue[] {
  const kinds = listCohortKinds(settings);
  const places = [
    ...Object.entries(settings.standard).flatMap(([kind, change]) =>
      change?.title === undefined ? [] : [{ kind, path: ['standard', kind, 'title'] }],
    ),
    ...settings.added.map(({ id: kind }, index) => ({ kind, path: ['added', index, 'title'] })),
  ];
  return places.flatMap(({ kind, path }) => {
    const title = getKindLabel(kinds, kind);
    const key = toListEntryKey(title);
    const ownIndex = kinds.findIndex((each) => each.kind === kind);
    // Added kinds come after the standard ones, so that one of two equal titles is refused.
    const isRepeated = kinds.some(
      (each, at) =>
        at !== ownIndex && (at < ownIndex || !each.isAdded) && toListEntryKey(each.label) === key,
    );
    if (!isRepeated) return [];
    return [{ path, message: `“${title}” is already the title of another kind. Choose another.` }];
  });
}

/** Returns an issue for each repeated id, type or title, and for an added kind with the id of a standard kind. */
export function checkKinds(settings: KindSettings): ContentIssue[] {
  const ids = settings.added.map(({ id }, index) => ({ path: ['added', index, 'id'], value: id }));
  return [
    ...repeated(ids),
    ...checkTitles(settings),
    ...settings.added.flatMap(({ types }, index) =>
      repeated(types.map((value, at) => ({ path: ['added', index, 'types', at], value }))),
    ),
    ...ids
      .filter(({ value }) => isFileKind(value))
      .map(({ path, value }) => ({
        path,
        message: `“${value}” is the id of a standard kind. Choose another.`,
      })),
  ];
}

/** Returns an issue for each kind that a deadline requires but the cohort does not collect. */
export function checkDeadlineKinds(
  deadlines: DeadlineSettings,
  settings: KindSettings,
): ContentIssue[] {
  const kinds = listCohortKinds(settings);
  const offered = kinds.filter(({ isArchived }) => !isArchived).map(({ kind }) => kind);
  return deadlines.flatMap(({ documents = [] }, index) =>
    documents.flatMap((kind, at) => {
      if (offered.includes(kind)) return [];
      const archived = findKind(kinds, kind);
      const message = archived
        ? `“${archived.label}” is no longer collected. Remove it from this deadline, or collect it again under “Kinds of files”.`
        : `“${kind}” is not among the kinds of files. Enter one of ${offered.join(', ')}.`;
      return [{ path: [index, 'documents', at], message }];
    }),
  );
}
