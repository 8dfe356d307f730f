import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import type { EntryInUse, ReferencedList } from '#contract/rules/entries-in-use.ts';
import type { RemovedEntriesQuestion } from './use-removed-entries.ts';

/** Explains what removing an entry of the list everywhere means. */
const consequences: Record<ReferencedList, string> = {
  programs:
    'Groups keep a removed program. A deadline or learning outcome that is for no other program is removed.',
  categories: 'Groups keep a removed category. A card that has no other category is removed.',
  supervisors: 'The cards stay, and groups keep their supervisors.',
  deadlines: 'The milestones stay, without a due date.',
  milestones: 'A course learning outcome without milestones stays, but isn’t measured.',
  certificates: 'The courses stay and count as optional ones.',
};

const keyOf = ({ list, value }: EntryInUse) => `${list} ${value}`;

/** Lists removed entries that are still used, and asks whether to remove or replace them there, too. */
export function RemovedEntriesDialog({ entries, answer }: RemovedEntriesQuestion) {
  const [choices, setChoices] = useState(
    () => new Map(entries.map((entry) => [keyOf(entry), entry.suggestion])),
  );
  const save = () =>
    answer(
      entries.map((entry) => ({
        list: entry.list,
        value: entry.value,
        uses: entry.uses,
        replacement: choices.get(keyOf(entry)) ?? null,
      })),
    );
  const byList = Map.groupBy(entries, ({ list }) => list);
  return (
    <Modal opened onClose={() => answer(undefined)} title="Removed entries are in use" size="40rem">
      <Stack gap="lg">
        <Text size="sm">
          You removed these entries from the list, but they’re used elsewhere. Choose what happens
          there. All changes are saved together.
        </Text>
        {[...byList].map(([list, ofList]) => (
          <Stack key={list} gap="xs">
            <ul className="plain ruled">
              {ofList.map((entry) => (
                <li key={keyOf(entry)}>
                  <RemovedEntry
                    entry={entry}
                    value={choices.get(keyOf(entry)) ?? null}
                    onChange={(value) => setChoices(new Map(choices).set(keyOf(entry), value))}
                  />
                </li>
              ))}
            </ul>
            <Text size="sm" c="dimmed">
              {consequences[list]}
            </Text>
          </Stack>
        ))}
        <DialogFooter>
          <Button variant="default" onClick={() => answer(undefined)}>
            Cancel
          </Button>
          <Button onClick={save}>Save all changes</Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

type RemovedEntryProps = {
  entry: EntryInUse;
  value: string | null;
  onChange: (value: string | null) => void;
};

function RemovedEntry({ entry, value, onChange }: RemovedEntryProps) {
  const replacements = entry.replacements.map((offered) => ({
    value: `=${offered.value}`,
    label: `Replace it with ${offered.label}`,
  }));
  return (
    <Select
      label={<bdi>{entry.label}</bdi>}
      description={<bdi>{entry.uses.join(' · ')}</bdi>}
      inputWrapperOrder={['label', 'description', 'input']}
      data={[{ value: '', label: 'Remove it there too' }, ...replacements]}
      value={value === null ? '' : `=${value}`}
      onChange={(chosen) => onChange(chosen ? chosen.slice(1) : null)}
      searchable={entry.replacements.length > 12}
    />
  );
}
