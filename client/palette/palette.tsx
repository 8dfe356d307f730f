import { Combobox, Loader, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHasViva } from '#client/api/cohorts/cohort-content.ts';
import { useMenuLabels, useModules } from '#client/api/portal.ts';
import type { Session } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import type { PaletteEntry } from '#client/feature.ts';
import { listPlaces } from '#client/layout/navigation/places.ts';
import { type SearchHit, search } from '#contract/search.ts';
import { filterEntries, listPageEntries } from './entries.ts';
import { listFeatureEntries } from './feature-entries.ts';
import classes from './palette.module.css';
import { readRecent, rememberEntry } from './recent.ts';

const searchAfterMs = 150;
const minLetters = 2;
/** The topics of the help are requested again after this time. */
const helpStaleMs = 300_000;

type Section = { title: string; entries: readonly PaletteEntry[] };
type PaletteProps = { session: Session; opened: boolean; onClose: () => void };

/** Opens pages, settings, actions, groups and people by their names. */
export function Palette({ session, opened, onClose }: PaletteProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Search' } }}
      size="40rem"
      padding={0}
      yOffset="4rem"
    >
      <Content session={session} onClose={onClose} />
    </Modal>
  );
}

function Content({ session, onClose }: Omit<PaletteProps, 'opened'>) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const { sections, isSearching, error } = useSections(session, query.trim());
  const entries = sections.flatMap((section) => section.entries);
  const { store, activeId, selectFirst } = useSelection(onClose);
  const listId = useId();
  const keys = entries.map(({ to }) => to).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: select the first entry whenever the entries change.
  useEffect(() => {
    selectFirst();
  }, [keys]);
  const open = (at: string) => {
    const entry = entries[Number(at)];
    if (!entry) return;
    rememberEntry(session.userId, entry);
    onClose();
    void navigate(entry.to);
  };
  return (
    <Combobox store={store} onOptionSubmit={open}>
      <Combobox.EventsTarget withAriaAttributes={false}>
        <TextInput
          data-autofocus
          role="combobox"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={activeId}
          autoComplete="off"
          size="md"
          p="xs"
          aria-label="Search"
          placeholder={getPlaceholder(session)}
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSection={isSearching && <Loader size="xs" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      {/* The list itself scrolls, so that assistive technology knows that the arrow keys scroll it. */}
      <Combobox.Options
        id={listId}
        p="xs"
        aria-label="Results"
        mah="min(28rem, 60vh)"
        className="overlined"
        style={{ overflowY: 'auto' }}
      >
        {sections.map(({ title, entries: listed }) => (
          <Combobox.Group key={title} label={title}>
            {listed.map((entry) => (
              <Combobox.Option
                key={entry.to + entry.label}
                value={`${entries.indexOf(entry)}`}
                className={classes.option}
              >
                <bdi>{entry.label}</bdi>
                {entry.detail && (
                  <Text span size="sm" className={classes.detail}>
                    {entry.detail}
                  </Text>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <Text p="sm" size="sm" c="dimmed" role="status" className="overlined">
        {error ?? formatStatus(entries.length, query.trim(), isSearching)}
      </Text>
    </Combobox>
  );
}

/** The selected result. Mantine's field reports it to assistive technology only after an arrow key. */
function useSelection(onClose: () => void) {
  const [activeId, setActiveId] = useState<string>();
  // The results are always shown: Escape closes the dialog instead.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const report = (select: () => string | null) => () => {
    const id = select();
    setActiveId(id ?? undefined);
    return id;
  };
  const store = {
    ...combobox,
    selectNextOption: report(combobox.selectNextOption),
    selectPreviousOption: report(combobox.selectPreviousOption),
  };
  return { store, activeId, selectFirst: report(combobox.selectFirstOption) };
}

const getPlaceholder = ({ role }: Session) =>
  role === 'student' ? 'Pages, your group' : 'Groups, people, pages, settings';

function formatStatus(count: number, query: string, isSearching: boolean): string {
  if (query === '') return 'Type a name, roll, email or page. Enter opens, Esc closes.';
  if (isSearching) return 'Searching…';
  if (count > 0) return count === 1 ? 'One result' : `${count} results`;
  return `No results for “${query}”. Try different keywords.`;
}

function useSections(session: Session, query: string) {
  const { role, userId } = session;
  const modules = useModules();
  const labels = useMenuLabels();
  const places = listPlaces(role, modules, useHasViva());
  const [searched] = useDebouncedValue(query, searchAfterMs);
  const isWanted = searched.length >= minLetters;
  const hits = useRead(
    search,
    { query: { q: searched } },
    { failure: 'Couldn’t search groups and people', isWanted, keepsPrevious: true },
  );
  const isLoading = hits.isStale || (!hits.data && !hits.error);
  const featureEntries = useQuery({
    queryKey: ['palette', role, modules],
    queryFn: async () => ({
      actions: await listFeatureEntries('Actions', role, modules),
      settings: await listFeatureEntries('Settings', role, modules),
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const help = useQuery({
    queryKey: ['palette', 'help', role, modules],
    queryFn: () => listFeatureEntries('Help', role, modules),
    enabled: query !== '',
    staleTime: helpStaleMs,
  });
  const { actions = [], settings = [] } = featureEntries.data ?? {};
  const pages = listPageEntries(role, places, modules, labels);
  const all: Section[] =
    query === ''
      ? [
          { title: 'Recent', entries: readRecent(userId) },
          { title: 'Pages', entries: pages },
        ]
      : [
          { title: 'Pages', entries: filterEntries(pages, query) },
          { title: 'Groups', entries: isWanted ? toEntries(hits.data?.groups) : [] },
          { title: 'People', entries: isWanted ? toEntries(hits.data?.people) : [] },
          { title: 'Actions', entries: filterEntries(actions, query) },
          { title: 'Settings', entries: filterEntries(settings, query) },
          { title: 'Help', entries: filterEntries(help.data ?? [], query) },
        ];
  return {
    sections: all.filter(({ entries }) => entries.length > 0),
    isSearching: query.length >= minLetters && (query !== searched || isLoading),
    error: isWanted ? hits.error : undefined,
  };
}

const toEntries = (hits: readonly SearchHit[] = []): PaletteEntry[] =>
  hits.map(({ to, title, detail }) => ({ to, label: title, detail }));
