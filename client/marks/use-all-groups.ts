import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useScheme } from '#client/api/cohort-content.ts';
import { query, queryClient } from '#client/api/queries.ts';
import { readGroup } from '#contract/groups.ts';
import { type GroupToMark, getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import type { Part } from '#contract/rules/scheme.ts';
import { listedChoice } from './group-choice.ts';
import type { Choices } from './group-picker.tsx';

/** A search is asked for once nothing more is typed for so long. */
const searchAfterMs = 150;

/** A step within this time shows the group at once. */
export const readAhead = (groupId: string) =>
  void queryClient.prefetchQuery(query(readGroup, { params: { groupId } }));

/** The groups of a cohort for an admin: a page of them, and where there are more what the server finds. */
export function useAllGroups(code: string | undefined, groupId: string | undefined) {
  const { parts } = useScheme();
  const cohort = code === undefined ? {} : { cohort: code };
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), searchAfterMs);
  const list = useQuery({
    ...query(listGroupsToMark, { query: cohort }),
    refetchOnWindowFocus: true,
  });
  const isPart = list.data !== undefined && list.data.total > list.data.groups.length;
  const found = useQuery({
    ...query(listGroupsToMark, { query: { ...cohort, q } }),
    enabled: isPart && q !== '',
  });
  const from = groupId ?? list.data?.groups[0]?._id ?? '';
  const beside = useQuery({
    ...query(getGroupsBeside, { params: { groupId: from } }),
    enabled: isPart && from !== '',
  });
  return {
    list,
    /** For one tab. */
    choicesOf: (part: Part): Choices | undefined => {
      if (!list.data) return undefined;
      const place = parts.findIndex(({ title }) => title === part.title);
      const listed = ({ groups, total }: { groups: GroupToMark[]; total: number }) => ({
        groups: groups.map((group) => listedChoice(group, part, place)),
        total,
      });
      const isFound = found.data !== undefined && q === words.trim();
      const more = {
        words: words.trim(),
        onSearch: setWords,
        found: isFound ? listed(found.data) : undefined,
        beside: beside.data,
      };
      return { ...listed(list.data), ...(isPart && { more }) };
    },
  };
}

const isNoGroup = (error: Error) =>
  error instanceof Problem && (error.code === 'not-found' || error.code === 'invalid');

/** The group that is open, as an admin reads it; none where there is no such group in the cohort. */
export function useOpenGroup(groupId: string | undefined, cohortId: string | undefined) {
  const read = useQuery({
    ...query(readGroup, { params: { groupId: groupId ?? '' } }),
    enabled: groupId !== undefined,
    // What is typed lies above what is saved, so a newer reply never disturbs it.
    refetchOnWindowFocus: 'always',
  });
  const group = read.data?.group;
  const isElsewhere = cohortId !== undefined && group && group.cohortId !== cohortId;
  return {
    ...read,
    group: isElsewhere ? undefined : group,
    isFailed: read.isError && !isNoGroup(read.error),
  };
}
