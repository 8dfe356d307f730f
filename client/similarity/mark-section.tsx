import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import type { MarkSection } from '#client/feature.ts';
import type { FullGroup } from '#contract/groups.ts';
import { links } from '#contract/links.ts';
import { formatFigures, maySaveMark, similarityStateLabels } from '#contract/rules/similarity.ts';
import { getSimilarity } from '#contract/similarity.ts';

/** Says beside the mark whether it can be saved. All members on the page share one request. */
function SimilarityNote({ group }: { group: FullGroup }) {
  const { data } = useRead(
    getSimilarity,
    { params: { groupId: group._id } },
    { failure: 'Couldn’t load the similarity figures' },
  );
  if (!data?.similarity) return null;
  const { state, entries, report } = data.similarity;
  const [last] = entries;
  const name = group.fypGroupName;
  const to = report
    ? links.groupDocument(name, report.documentId)
    : links.groupTab(name, 'documents');
  return (
    <Text size="xs" c={maySaveMark(state) ? 'dimmed' : 'var(--portal-accent-text)'} data-no-print>
      Similarity{last && `: ${formatFigures(last)}`},{' '}
      <Anchor component={Link} to={to} inherit>
        {similarityStateLabels[state].toLowerCase()}
      </Anchor>
      {!maySaveMark(state) && '. You can’t save this mark yet.'}
    </Text>
  );
}

export const pageSections: readonly MarkSection[] = [
  {
    order: 20,
    // The page of many groups would send one request for each of them.
    Component: ({ group, milestone, isOfManyGroups }) =>
      milestone.similarity && !isOfManyGroups && <SimilarityNote group={group} />,
  },
];
