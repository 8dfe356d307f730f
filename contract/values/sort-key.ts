import { normaliseUnicode } from './normalise.ts';
import { foldCase, normaliseForSearch } from './search-form.ts';
import { truncateText } from './text.ts';

/** Arabic and Cyrillic letters in the order of Unicode's root collation (CLDR), which differs from code point order. */
const alphabets = [
  'ءٴٲٱٳاٮبٻپڀتثٹٺټٽٿجڃڄچڿڇحخځڂڅدذڈډڊڋڌڍڎڏڐۮرزڑڒړڔڕږڗژڙۯسشښڛڜۺصضڝڞۻطظڟعغڠۼفڡڢڣڤڥڦٯقڧڨکڪګڬڭڮگڰڱڲڳڴػؼلڵڶڷڸمنںڻڼڽڹہۿوۥۄۅۆۇۈۉۊۋۏۦیۍێېۑؽؾؿؠے',
  'аәӕбвгґғӻҕӷдђҙеєжҗзѕӡиҋіјкқӄҡҟҝлӆљмӎнӊңӈҥњоөпҧҁрҏсҫтҭћуүұѹфхӽӿҳһѡѿѽѻцҵчҷӌҹҽҿџшщъыьҍѣэюяѥѧѫѩѭѯѱѳѵҩӏ',
];
/** Latin letters that Unicode does not decompose, keyed by the letter after which they sort. */
const followers = { b: 'ɓ', d: 'ɗ', e: 'əɛ', k: 'ƙ', n: 'ŋ', o: 'ɔ', y: 'ƴ' };

const places = new Map<string, string>([
  ...alphabets.flatMap((alphabet) => {
    const codePoints = [...alphabet].toSorted();
    return [...alphabet].map((letter, index) => [letter, codePoints[index] ?? letter] as const);
  }),
  ...Object.entries(followers).flatMap(([letter, successors]) =>
    [...successors].map((successor, index) => [successor, `${letter}\u024f${index}`] as const),
  ),
]);
const placed = new RegExp(`[${[...places.keys()].join('')}]`, 'g');

/** Prefixes a number with its digit count, so that numbers sort by value. In the count, each ":" stands for nine. */
function toSortableNumber(digits: string): string {
  const number = digits.replace(/^0+/, '');
  return `${':'.repeat(Math.max(0, Math.ceil(number.length / 9) - 1))}${countOf(number)}${number}`;
}

const countOf = ({ length }: string) => (length === 0 ? 0 : ((length - 1) % 9) + 1);

/** Makes U+E000 to U+FFFF sort below surrogates, so that JavaScript (UTF-16) sorts by code point, as databases do. */
const inOneOrder = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      /[\ue000-\uffff]/g,
      (end) => `\ud7fe${String.fromCharCode(end.charCodeAt(0) - 0x8000)}`,
    );

/** Maximum number of characters in each part of a sort key, so that PostgreSQL can index the key. */
const longest = { letters: 200, accents: 100, text: 100 };

/** Returns a key that JavaScript and both databases sort alike: by letters and numbers, then accents, then case. */
export function toSortKey(text: string): string {
  const letters = normaliseForSearch(text)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[0-9]+/g, toSortableNumber)
    .replace(placed, (letter) => places.get(letter) ?? letter);
  const accents = foldCase(normaliseUnicode('NFKD', text));
  return [
    truncateText(inOneOrder(letters), longest.letters),
    truncateText(inOneOrder(accents), longest.accents),
    truncateText(inOneOrder(normaliseUnicode('NFC', text)), longest.text),
  ].join('\n');
}

export const compareSortKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function createTextComparer(): (a: string, b: string) => number {
  const keys = new Map<string, string>();
  const keyOf = (text: string) => {
    const key = keys.get(text) ?? toSortKey(text);
    keys.set(text, key);
    return key;
  };
  return (a, b) => compareSortKeys(keyOf(a), keyOf(b));
}

export const sortTexts = (texts: Iterable<string>): string[] =>
  sortByText([...texts], (text) => text);

export function sortByText<Row>(rows: readonly Row[], textOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: toSortKey(textOf(row)) }))
    .sort((a, b) => compareSortKeys(a.key, b.key))
    .map(({ row }) => row);
}
