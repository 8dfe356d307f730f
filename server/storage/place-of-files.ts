import { join } from 'node:path';

export type Credentials = { accessKeyId: string; secretAccessKey: string };

export type S3Place = {
  kind: 's3';
  bucket: string;
  /** Undefined: Amazon's own, by region. */
  endpoint: string | undefined;
  region: string;
  /** Whether browsers fetch files from the store itself. */
  isDirect: boolean;
  credentials: Credentials;
};

export type PlaceOfFiles = { kind: 'disk'; folder: string } | S3Place;

const known = ['endpoint', 'region', 'downloads'];
const form =
  'must be disk, or an address such as s3://bucket?endpoint=https://s3.university.edu&region=us-east-1';

/** Of `FILES_URL` and `FILES_BEFORE`. Throws an Error with what is wrong, which shows no secret. */
export function parsePlaceOfFiles(
  text: string,
  { dataDir, credentials }: { dataDir: string; credentials: Credentials | undefined },
): PlaceOfFiles {
  if (text === 'disk') return { kind: 'disk', folder: join(dataDir, 'files') };
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    throw new Error(form);
  if (url.username || url.password)
    throw new Error('holds a password: it belongs into AWS_SECRET_ACCESS_KEY');
  const stranger = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (/^\/./.test(url.pathname) || url.hash || stranger !== undefined)
    throw new Error(`${form}; after ? it knows ${known.join(', ')} and nothing else`);
  const downloads = url.searchParams.get('downloads') ?? 'portal';
  if (downloads !== 'portal' && downloads !== 'direct')
    throw new Error('has downloads, which must be portal or direct');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('has an endpoint, which must be an address such as https://s3.university.edu');
  if (!credentials)
    throw new Error('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which name its account');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const isDirect = downloads === 'direct';
  return { kind: 's3', bucket: url.host, endpoint, region, isDirect, credentials };
}
