import { Suspense } from 'react';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { type FormattedHelpGuide, findHelp, findPublicHelp } from '#contract/settings/help.ts';
import { Guide } from './guide.tsx';

// Visitors read one guide, and do not load the code for several.
const GuideTabs = lazyPart(async () => (await import('./guide-tabs.tsx')).GuideTabs);
const loading = <LoadingCards cards={2} height={380} />;

export const getPrefetchRequests: GetPrefetchRequests = ({ session }) => [
  createPrefetchRequest(session ? findHelp : findPublicHelp),
];

export function Component() {
  const session = useSession();
  const read = useRead(
    session ? findHelp : findPublicHelp,
    {},
    { failure: 'Couldn’t load the help' },
  );
  return (
    <>
      <PageHeader title="Help" />
      <Loaded read={read} loading={loading}>
        {({ guides }) => (
          <Suspense fallback={loading}>
            <Guides guides={guides} />
          </Suspense>
        )}
      </Loaded>
    </>
  );
}

function Guides({ guides }: { guides: readonly FormattedHelpGuide[] }) {
  const [first] = guides;
  if (guides.length > 1) return <GuideTabs guides={guides} />;
  return first && <Guide guide={first} />;
}
