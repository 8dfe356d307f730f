import { Anchor, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDeadlines } from '#client/api/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import {
  type DocumentInfo,
  type DocumentKind,
  documentKinds,
  formatSize,
} from '#contract/documents.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { Checked } from './checked.tsx';
import classes from './document-list.module.css';
import { versionsOf } from './versions-of.ts';

type DocumentListProps = {
  /** Every version that is to be listed, of one group or of one member. */
  documents: readonly DocumentInfo[];
  /** Which kinds have a row, in this order. A kind without a file says so. */
  kinds: readonly DocumentKind[];
};

/** A row per kind: the newest version with size, time and version, earlier ones behind a disclosure. */
export function DocumentList({ documents, kinds }: DocumentListProps) {
  return (
    <ul className="plain ruled">
      {kinds.map((kind) =>
        kind === 'report' ? (
          <ReportRows key={kind} documents={documents} />
        ) : (
          <DocumentRow
            key={kind}
            label={documentKinds[kind].label}
            versions={versionsOf(documents, kind)}
          />
        ),
      )}
    </ul>
  );
}

/** A row for each month that a report has come for. */
function ReportRows({ documents }: { documents: readonly DocumentInfo[] }) {
  const deadlines = useDeadlines();
  const months = Map.groupBy(versionsOf(documents, 'report'), ({ deadlineId }) => deadlineId);
  const titleOf = (id: string | null) => deadlines.find(({ _id }) => _id === id)?.title;
  const { label } = documentKinds.report;
  if (months.size === 0) return <DocumentRow label={`${label}s`} versions={[]} />;
  return [...months].map(([id, versions]) => (
    <DocumentRow key={id} label={titleOf(id) ?? label} versions={versions} />
  ));
}

function DocumentRow({ label, versions }: { label: string; versions: DocumentInfo[] }) {
  const [newest, ...earlier] = versions;
  return (
    <li className={classes.row}>
      <Text span size="sm" c="dimmed" fw={600}>
        {label}
      </Text>
      <div className="breakable">
        {newest ? (
          <DocumentVersion document={newest} />
        ) : (
          <Text size="sm" c="dimmed">
            Not uploaded yet
          </Text>
        )}
        {earlier.length > 0 && (
          <details className={classes.earlier}>
            <summary>
              {earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}
              <VisuallyHidden> of {label}</VisuallyHidden>
            </summary>
            <Stack component="ul" gap="xs" mt="0.35rem" className="plain nested">
              {earlier.map((document) => (
                <li key={document._id}>
                  <DocumentVersion document={document} />
                </li>
              ))}
            </Stack>
          </details>
        )}
      </div>
    </li>
  );
}

/** The deadlines that a version was handed in for, if several ask for its kind; a report’s row names its month. */
function useTitles({ kind, submissions }: DocumentInfo): string[] {
  const asking = useDeadlines().filter(({ documents }) => documents.some((one) => one === kind));
  if (kind === 'report' || asking.length < 2) return [];
  return asking
    .filter(({ _id }) => submissions.some(({ deadlineId }) => deadlineId === _id))
    .map(({ title }) => title);
}

/** A plain link in a new tab: the cookie of the login opens the file. */
function DocumentVersion({ document }: { document: DocumentInfo }) {
  const zone = useTimeZone();
  const titles = useTitles(document);
  const { kind, name, url, size, uploadedAt, uploadedBy, version } = document;
  return (
    <div>
      <Anchor href={url} target="_blank" rel="noopener" size="sm">
        <VisuallyHidden>{documentKinds[kind].label}: </VisuallyHidden>
        <bdi>{name}</bdi>
        <VisuallyHidden> (version {version}, opens in a new tab)</VisuallyHidden>
      </Anchor>
      <Text size="sm" c="dimmed" className="tabular">
        {formatSize(size)} · {formatDateTime(uploadedAt, zone)} · version {version} · by{' '}
        <bdi>{uploadedBy}</bdi>
        {titles.length > 0 && ` · for ${titles.join(' and ')}`}
      </Text>
      <Checked document={document} />
    </div>
  );
}
