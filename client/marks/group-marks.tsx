import { SegmentedControl, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useSession } from '#client/api/session/session.ts';
import type { FullGroup } from '#contract/groups.ts';
import { getPartTab } from '#contract/links.ts';
import { listMarkableGroups } from './assigned-groups.ts';
import { MarksForm } from './marks-form.tsx';

/** The marks of one group, for the parts of the marking scheme in which the user is a marker. */
export function GroupMarks({ group }: { group: FullGroup }) {
  const session = useSession();
  const { parts } = useMarkingScheme();
  const [params, setParams] = useSearchParams();
  const chosen = params.get('part');
  const markable = session
    ? parts.filter((part) => listMarkableGroups([group], part, session).length > 0)
    : [];
  const open = markable.find((part) => getPartTab(part) === chosen) ?? markable[0];
  if (!open) return null;
  return (
    <Stack gap="md">
      {markable.length > 1 && (
        <SegmentedControl
          aria-label="Part of the marking scheme"
          mr="auto"
          data={markable.map((part) => ({ value: getPartTab(part), label: part.title }))}
          value={getPartTab(open)}
          onChange={(part) =>
            setParams(
              (last) => {
                last.set('part', part);
                return last;
              },
              { preventScrollReset: true, replace: true },
            )
          }
        />
      )}
      {/* Remount the form for another group, because its draft belongs to one group. */}
      <MarksForm key={`${group._id} ${open.title}`} group={group} part={open} />
    </Stack>
  );
}
