import { Anchor, Text } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { Cohort, OpenWork } from '#contract/settings/cohorts.ts';
import { formatDateTime } from '#contract/values/time.ts';
import {
  type ClosingNotice,
  formatClosingNotices,
  formatUnfinishedWork,
} from './format-closing-notices.ts';

/** Lists what is open in a session that is to be closed, with links. */
export function OpenWorkList({ cohort, work }: { cohort: Cohort; work: OpenWork }) {
  const zone = useTimeZone();
  const unfinishedId = useId();
  const notices = formatClosingNotices(work, (at) => formatDateTime(at, zone));
  const unfinished = formatUnfinishedWork(work, cohort.code);
  return (
    <>
      {unfinished.length > 0 && (
        <div>
          <Text size="sm" fw={600} id={unfinishedId}>
            Unfinished work, which stays as it is until you reopen the session
          </Text>
          <ul aria-labelledby={unfinishedId} style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
            {unfinished.map((notice) => (
              <li key={notice.text}>
                <Notice {...notice} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {notices.map((notice) => (
        <Notice key={notice.text} {...notice} />
      ))}
      {work.isEmpty && unfinished.length === 0 && <Text size="sm">No open work</Text>}
    </>
  );
}

function Notice({ text, to }: ClosingNotice) {
  return (
    <Text size="sm">
      {to ? (
        <Anchor component={Link} to={to} inherit>
          <BidiSentence text={text} />
        </Anchor>
      ) : (
        <BidiSentence text={text} />
      )}
    </Text>
  );
}
