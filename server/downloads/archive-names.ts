import { normaliseUnicode } from '#contract/values/normalise.ts';

/** Characters that some operating systems reject in file names or that change the text direction. */
const refused = /[<>:"/\\|?*\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** In UTF-8 bytes. File systems allow 255 bytes. */
const maxNameBytes = 100;

/** Converts a name to a path segment of limited length that every operating system accepts. */
export function toSafePathSegment(name: string): string {
  const plain = normaliseUnicode('NFC', name)
    .toWellFormed()
    .replace(refused, ' ')
    .replace(/\s+/g, ' ');
  const cut = withinBytes(plain.trim(), maxNameBytes).replace(/^[\s.]+|[\s.]+$/g, '') || '_';
  const [stem = ''] = cut.split('.');
  return reserved.test(stem.trim()) ? `_${cut}` : cut;
}

/** Creating a segmenter takes half a millisecond. */
const segmenter = new Intl.Segmenter();

function withinBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let result = '';
  let bytes = 0;
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    result += segment;
  }
  return result;
}

/** Returns a function that numbers duplicate paths, ignoring case as many file systems do. */
export function createPathDeduplicator(): (folder: string, name: string, ending: string) => string {
  const taken = new Set<string>();
  return (folder, name, ending) => {
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? ending : ` (${number})${ending}`;
      const path = `${folder}/${name}${end}`;
      const key = normaliseUnicode('NFKC', path).toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}
