import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#contract/problem.ts';
import type {
  EntryInUse,
  EntryTreatment,
  ListEntry,
  ReferencedList,
} from '#contract/rules/entries-in-use.ts';
import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { isSameListEntry, toListEntryKey } from '#contract/values/listed.ts';
import { parseStoredSetting, readCurrentSettings } from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { countGroupsByEntry, isGroupList } from '#server/groups/replace-choice.ts';
import { applyTreatments, findEntriesInUse } from './find-entries-in-use.ts';
import type { LinkedSettings } from './references.ts';

const linkedNames = [
  ...(['choices', 'categories', 'deadlines', 'scheme', 'outcomes'] as const),
  'courses',
] as const;
type LinkedName = (typeof linkedNames)[number];
const isLinked = (name: SettingName): name is LinkedName =>
  (linkedNames as readonly string[]).includes(name);

type StoredSetting = DatabaseRow<'settings'>;

/** The value to save, and the settings that must follow it in the same transaction. */
export type TreatedSave = {
  value: unknown;
  followers: { stored: StoredSetting; value: unknown }[];
  decisions: readonly Decision[];
};

/** `from` and `to` name the entries for people, because deadlines and certificates have ids. */
type Decision = EntryTreatment & { from: string; to: string | null };

/**
 * Applies the decisions about entries that the new value removes and that are still referred to. Throws
 * `entries-in-use` with all places if a decision is missing or was made for other places. Returns a value that does not
 * match the schema unchanged. The caller must hold the lock on the settings.
 */
export async function treatRemovedEntries(
  db: Db,
  { scope, name }: StoredSetting,
  value: unknown,
  treatments: readonly EntryTreatment[],
): Promise<TreatedSave> {
  const draft = settingDefinitions[name].schema.safeParse(value);
  if (!isLinked(name) || !draft.success) return { value, followers: [], decisions: [] };
  const rows = await readCurrentSettings(db, scope);
  const before = readLinkedSettings(rows);
  const after = { ...before, [name]: draft.data };
  // Groups contain only entries of `choices`.
  const groupUses = name === 'choices' ? await listGroupUses(db, scope) : () => [];
  const inUse = findEntriesInUse(before, after, groupUses);
  const decisions = matchTreatments(inUse, treatments);
  const treated = applyTreatments(after, decisions);
  if (treated.deadlines?.length === 0) throw createNoDeadlineProblem();
  const followers = linkedNames
    .filter((other) => other !== name && !isDeepStrictEqual(treated[other], after[other]))
    .flatMap((other) => {
      const stored = rows.get(other);
      return stored ? [{ stored, value: treated[other] }] : [];
    });
  return { value: decisions.length > 0 ? treated[name] : value, followers, decisions };
}

const readLinkedSettings = (
  rows: Awaited<ReturnType<typeof readCurrentSettings>>,
): LinkedSettings =>
  Object.fromEntries(
    linkedNames.flatMap((name) => {
      const row = rows.get(name);
      return row ? [[name, parseStoredSetting(name, row)]] : [];
    }),
  );

/** Returns a function that describes how many groups contain an entry of a list. */
async function listGroupUses(db: Db, scope: string) {
  if (scope === 'department') return () => [];
  const counts = {
    programs: await countGroupsByEntry(db, scope, 'programs'),
    categories: await countGroupsByEntry(db, scope, 'categories'),
  };
  return (list: ReferencedList, value: string): string[] => {
    const count = isGroupList(list) ? (counts[list].get(toListEntryKey(value)) ?? 0) : 0;
    return count === 0 ? [] : [count === 1 ? '1 group' : `${count} groups`];
  };
}

function matchTreatments(
  inUse: readonly EntryInUse[],
  treatments: readonly EntryTreatment[],
): Decision[] {
  const matched = inUse.flatMap((entry) => {
    const treatment = treatments.find(
      ({ list, value }) => list === entry.list && isSameListEntry(value, entry.value),
    );
    const isMatch = treatment && isDeepStrictEqual(treatment.uses, entry.uses);
    return isMatch ? [{ entry, treatment }] : [];
  });
  if (matched.length < inUse.length) throw createEntriesInUseProblem(inUse);
  return matched.map(({ entry, treatment }) => toDecision(entry, treatment));
}

function toDecision(entry: EntryInUse, treatment: EntryTreatment): Decision {
  const { list, value, replacement } = treatment;
  const successor = entry.replacements.find((offered) => offered.value === replacement);
  if (replacement !== null && !successor) {
    const message = `“${replacement}” can’t replace “${value}”, because it isn’t in the list. Choose one from the list.`;
    throw new Problem('invalid', message, { fields: { removed: message } });
  }
  const nameOf = (named: ListEntry) => (list === 'programs' ? named.value : named.label);
  return { ...treatment, from: nameOf(entry), to: successor ? nameOf(successor) : null };
}

function createEntriesInUseProblem(inUse: readonly EntryInUse[]): Problem {
  const entries = inUse.map(({ label, uses }) => `“${label}” (${uses.join(', ')})`);
  const message = `Nothing was saved: entries that you removed are still used. Remove or replace them there, too: ${entries.join('; ')}.`;
  return new Problem('entries-in-use', message, { inUse: [...inUse] });
}

function createNoDeadlineProblem(): Problem {
  const message =
    'Nothing was saved: every deadline is only for the programs that you removed. Replace the programs, or first add a deadline for the other programs.';
  return new Problem('invalid', message, { fields: { programs: message } });
}
