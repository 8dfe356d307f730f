import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { buildQueryOptions, queryClient } from '#client/api/queries.ts';
import { readGroup } from '#contract/groups.ts';
import { type GroupToMark, getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import { toListedGroupChoice } from './group-choice.ts';
import type { GroupPickerChoices } from './group-picker.tsx';

const searchAfterMs = 150;

export const prefetchGroup = (groupId: string) =>
  void queryClient.prefetchQuery(buildQueryOptions(readGroup, { params: { groupId } }));

/** Loads a cohort's groups for an admin: the first page and, if there are more groups, search results. */
export function useAllGroups(code: string | undefined, groupId: string | undefined) {
  const { parts } = useMarkingScheme();
  const cohort = code === undefined ? {} : { cohort: code };
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), searchAfterMs);
  const list = useQuery({
    ...buildQueryOptions(listGroupsToMark, { query: cohort }),
    refetchOnWindowFocus: true,
  });
  const isPart = list.data !== undefined && list.data.total > list.data.groups.length;
  const searchQuery = useQuery({
    ...buildQueryOptions(listGroupsToMark, { query: { ...cohort, q } }),
    enabled: isPart && q !== '',
  });
  const from = groupId ?? list.data?.groups[0]?._id ?? '';
  const beside = useQuery({
    ...buildQueryOptions(getGroupsBeside, { params: { groupId: from } }),
    enabled: isPart && from !== '',
  });
  return {
    list,
    choicesOf: (part: SchemePart): GroupPickerChoices | undefined => {
      if (!list.data) return undefined;
      const place = parts.findIndex(({ title }) => title === part.title);
      const listed = ({ groups, total }: { groups: GroupToMark[]; total: number }) => ({
        groups: groups.map((group) => toListedGroupChoice(group, part, place)),
        total,
      });
      const isFound = searchQuery.data !== undefined && q === words.trim();
      const more = {
        words: words.trim(),
        onSearch: setWords,
        found: isFound ? listed(searchQuery.data) : undefined,
        hasFailed: searchQuery.isError && q === words.trim(),
        beside: beside.data && {
          previous: beside.data.previous._id,
          next: beside.data.next._id,
        },
      };
      return { ...listed(list.data), ...(isPart && { more }) };
    },
  };
}

const isNotFound = (error: Error) =>
  error instanceof Problem && (error.code === 'not-found' || error.code === 'invalid');

/** Loads the open group for an admin. Returns no group if it belongs to a cohort other than the given one. */
export function useOpenGroup(groupId: string | undefined, cohortId: string | undefined) {
  const read = useQuery({
    ...buildQueryOptions(readGroup, { params: { groupId: groupId ?? '' } }),
    enabled: groupId !== undefined,
    // Refetching is safe, because unsaved input is stored separately from the group.
    refetchOnWindowFocus: 'always',
  });
  const group = read.data?.group;
  const isElsewhere = cohortId !== undefined && group && group.cohortId !== cohortId;
  return {
    ...read,
    group: isElsewhere ? undefined : group,
    isFailed: read.isError && !isNotFound(read.error),
  };
}
