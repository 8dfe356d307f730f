import type { DepartmentIdentity } from '#contract/settings/content.ts';
import type { Developers } from '#contract/settings/developers.ts';
import type { ContentIssue } from '#server/content/files/format-issue.ts';
import type { PictureEncodingResult, PictureUse } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

/** Encoded pictures, keyed by the data URLs of the uploaded pictures. Excludes pictures that are already stored. */
export type EncodedPictures = ReadonlyMap<string, PictureEncodingResult>;
export const emptyEncodedPictures: EncodedPictures = new Map();

type Picture = { path: (string | number)[]; url: string; use: PictureUse };
type Stored = { department: DepartmentIdentity; developers: Developers };

/** Runs work in the turn of the caller's account (`runJob`). */
export type RunWork = <T>(work: () => Promise<T>) => Promise<T>;

function findPictures(name: string, value: unknown): Picture[] {
  if (name === 'department') return pictureAt(value, 'logo', [], 'logo');
  if (name !== 'developers' || !Array.isArray(value)) return [];
  return value.flatMap((entry, index) => pictureAt(entry, 'photo', [index], 'photo'));
}

function pictureAt(
  value: unknown,
  field: string,
  path: readonly (string | number)[],
  use: PictureUse,
): Picture[] {
  const url = (value as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  // Select only data URLs, because a photo can also be the URL of an image on a website.
  const isPicture = typeof url === 'string' && url.startsWith('data:');
  return isPicture ? [{ path: [...path, field], url, use }] : [];
}

/** Encodes the pictures in a setting that are not stored yet. Call this outside transactions: encoding is slow. */
export async function encodePictures(
  name: string,
  value: unknown,
  stored?: Stored,
  run: RunWork = (work) => work(),
): Promise<EncodedPictures> {
  const known = new Set([
    ...findPictures('department', stored?.department).map(({ url }) => url),
    ...findPictures('developers', stored?.developers).map(({ url }) => url),
  ]);
  const pictures = new Map<string, PictureEncodingResult>();
  for (const { url, use } of findPictures(name, value)) {
    if (known.has(url) || pictures.has(url)) continue;
    pictures.set(url, await run(() => encodePicture(url, use)));
  }
  return pictures;
}

export const findPictureIssues = (
  name: string,
  value: unknown,
  pictures: EncodedPictures,
): ContentIssue[] =>
  findPictures(name, value).flatMap(({ path, url }) => {
    const encoded = pictures.get(url);
    return encoded && 'fault' in encoded ? [{ path, message: encoded.fault }] : [];
  });

export function replacePictureDataUrls<Value>(
  name: string,
  value: Value,
  pictures: EncodedPictures,
): Value {
  const urlOf = (url: string) => {
    const encoded = pictures.get(url);
    return encoded && 'url' in encoded ? encoded.url : url;
  };
  const replaced = findPictures(name, value).reduce<unknown>(
    (before, { path, url }) => replaceAt(before, path, urlOf(url)),
    value,
  );
  return replaced as Value;
}

function replaceAt(value: unknown, [key, ...rest]: (string | number)[], url: string): unknown {
  if (key === undefined) return url;
  if (Array.isArray(value)) {
    return value.map((entry, index) => (index === key ? replaceAt(entry, rest, url) : entry));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: replaceAt(fields[key], rest, url) };
}
