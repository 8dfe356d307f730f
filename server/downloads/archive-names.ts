import { normalise } from '#contract/values/normalise.ts';

/** What Windows or another system refuses in a name, and what turns the direction of a line. */
const refused = /[<>:"/\\|?*\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** In UTF-8: a folder and a file together stay far below what systems take, also below a long folder. */
const mostBytes = 100;

/** A part of a path that every system takes: without special characters, not reserved, of bounded length. */
export function safeName(given: string): string {
  const plain = normalise('NFC', given).toWellFormed().replace(refused, ' ').replace(/\s+/g, ' ');
  const cut = withinBytes(plain.trim(), mostBytes).replace(/^[\s.]+|[\s.]+$/g, '') || '_';
  const [stem = ''] = cut.split('.');
  return reserved.test(stem.trim()) ? `_${cut}` : cut;
}

/** Not through the middle of a letter with its accents. */
function withinBytes(text: string, most: number): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    kept += segment;
  }
  return kept;
}

/** Gives each path once; a second one gets a number. Systems compare names without case. */
export function uniquePaths(): (folder: string, name: string, ending: string) => string {
  const taken = new Set<string>();
  return (folder, name, ending) => {
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? ending : ` (${number})${ending}`;
      const path = `${folder}/${name}${end}`;
      const key = normalise('NFKC', path).toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}
