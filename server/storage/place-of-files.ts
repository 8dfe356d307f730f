import { isAbsolute, join, resolve } from 'node:path';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string };

export type S3Location = {
  kind: 's3';
  /** Folder on the disk for uploads before they are stored in the bucket. */
  folder: string;
  bucket: string;
  /** URL of an S3-compatible service, or undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  /** True if browsers download files directly from the storage. */
  isDirect: boolean;
  credentials: S3Credentials;
};

export type FilesLocation = { kind: 'disk'; folder: string } | S3Location;

const parameters = ['endpoint', 'region', 'downloads'];
const exampleUrl = 's3://bucket?endpoint=https://s3.university.edu&region=us-east-1';

type Options = { dataDir: string; credentials: S3Credentials | undefined };

/** Parses `FILES_URL`. Throws an Error whose message contains no secret. */
export function parseFilesUrl(text: string, { dataDir, credentials }: Options): FilesLocation {
  const folder = join(dataDir, 'files');
  if (text === 'disk') return { kind: 'disk', folder };
  return parseS3Url(text, { folder, credentials }, `must be disk, or a URL such as ${exampleUrl}`);
}

/** Parses `BACKUP_TO`. Throws an Error whose message contains no secret. */
export function parseBackupLocation(
  text: string,
  { dataDir, credentials }: Options,
): FilesLocation {
  if (!isAbsolute(text))
    return parseS3Url(
      text,
      { folder: join(dataDir, 'files'), credentials },
      `must be a path such as /var/backups/fyp-portal, or a URL such as ${exampleUrl}`,
    );
  const folder = resolve(text);
  if (folder === dataDir || folder.startsWith(`${dataDir}/`))
    throw new Error('must be outside DATA_DIR, because a backup must survive the loss of DATA_DIR');
  return { kind: 'disk', folder };
}

function parseS3Url(
  text: string,
  { folder, credentials }: { folder: string; credentials: S3Credentials | undefined },
  formatError: string,
): S3Location {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    throw new Error(formatError);
  if (url.username || url.password)
    throw new Error('contains a password: set AWS_SECRET_ACCESS_KEY instead');
  const unknownParameter = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (/^\/./.test(url.pathname) || url.hash || unknownParameter !== undefined)
    throw new Error(
      `${formatError}; it has no query parameters other than ${parameters.join(', ')}`,
    );
  const downloads = url.searchParams.get('downloads') ?? 'portal';
  if (downloads !== 'portal' && downloads !== 'direct')
    throw new Error('has the parameter downloads, which must be portal or direct');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const service = endpoint === undefined ? undefined : URL.parse(endpoint);
  if (service?.username || service?.password)
    throw new Error('contains a password: set AWS_SECRET_ACCESS_KEY instead');
  if (service !== undefined && !/^https?:$/.test(service?.protocol ?? ''))
    throw new Error(
      'has the parameter endpoint, which must be a URL such as https://s3.university.edu',
    );
  if (!credentials) throw new Error('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const isDirect = downloads === 'direct';
  return { kind: 's3', folder, bucket: url.host, endpoint, region, isDirect, credentials };
}
